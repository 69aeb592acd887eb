//! Players of our own, and the way to others' engines.
//!
//! | room | what it is for | what it never does |
//! |---|---|---|
//! | [`player`] | the kit for player authors: wait, choose, store | judge |
//! | [`hub`] | the Hub protocol of international draughts: our engine for others, others' engines for us | play another game, believe the other end |

pub mod hub;
pub mod player;
