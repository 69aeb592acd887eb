//! Tournaments that have begun and grow: who came, who changed, who left.

pub(crate) mod growth;
pub(crate) mod phases;
pub(crate) mod sync;
