//! The course's marking run: from what students handed in to evidence, and from evidence to marks.
//!
//! A student's fault is data in the evidence; an error here is something the host could not do.
//! Nothing here trusts a submission: its text is bytes, and what runs of it runs in the sandbox.

pub mod likeness;
pub mod source;
