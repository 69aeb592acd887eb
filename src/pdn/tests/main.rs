//! Tests of the crate that need no other crate of ours but the rules.
