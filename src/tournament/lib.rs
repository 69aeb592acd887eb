//! Many matches, a ranking, and what people look at.
//!
//! | room | what it is for | what it never does |
//! |---|---|---|
//! | [`rating`] | strengths from counts of results, and how sure they are | names, files, chance |
//! | [`tournament`] | many matches, their journal, a ranking | judge, print |
//! | [`report`] | what people look at, made from a tournament's folder | change a result, run anything |

pub mod rating;
pub mod report;
pub mod tournament;
