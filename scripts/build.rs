//! Says how many tests run at once: one more than there are processors, for some wait longer than they work.
//! `cargo test -- --test-threads N` has the last word.

use std::thread::available_parallelism;

fn main() {
    println!("cargo::rerun-if-changed=scripts/build.rs");
    let processors = available_parallelism().map_or(1, usize::from);
    println!("cargo::rustc-env=RUST_TEST_THREADS={}", processors + 1);
}
