//! The course's marking run: from what students hand in to their marks.
//!
//! Every step makes *evidence*, plain data from which pages and marks are made. A student's fault is
//! in the evidence; an error is the host's trouble and says what to do about it. Whatever is a
//! student's, or works on it, runs in the sandbox. This crate never prints, and never marks what a
//! step could not find out.

pub mod build;
pub mod conformance;
pub mod contest;
mod digest;
pub mod dossier;
pub mod failure;
pub mod growth;
pub mod kit;
pub mod marks;
pub mod matches;
pub mod memory;
pub mod page;
mod points;
pub mod run;
mod shape;
pub mod similarity;
pub mod source;
pub mod strength;
pub mod submissions;
pub mod task;
mod tool_run;
pub mod words;
