//! Runs a program of the system contained: `cargo run -p arbitro-sandbox --example contained cat /etc/shadow`.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use arbitro_sandbox::{Ended, Keeper, Plan, Require, serve_if_called};

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    // The keeper is this program, started again.
    if let Some(code) = serve_if_called() {
        return Ok(code);
    }
    let mut args = std::env::args_os().skip(1);
    let name = args.next().ok_or("usage: contained PROGRAM [ARG...]")?;
    let mut keeper = Keeper::start(None, Require::Safety)?;
    let mut program = keeper.contain(&Plan {
        program: Path::new("/usr/bin").join(name),
        args: args.collect(),
        ..Plan::default()
    })?;
    let ended = program.wait()?;
    std::io::stdout().write_all(&program.output(1 << 20)?)?;
    Ok(match ended {
        Ended::Exited(code) => ExitCode::from(u8::try_from(code).unwrap_or(1)),
        Ended::Killed(_) | Ended::NeverBegan(_) | Ended::Ended => ExitCode::FAILURE,
    })
}
