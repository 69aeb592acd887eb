//! Opens what people give: tells what it is, and lists its matches.

pub(crate) mod boards;
mod bytes;
pub(crate) mod collection;
pub(crate) mod hints;
pub(crate) mod journals;
pub(crate) mod no_matches;
mod read_ahead;
mod record_list;
pub(crate) mod source;
