//! Texts that `grade` prints.

use arbitro_grade::marks::{Failing, Late};

arbitro_table::room!(pub(crate) "bin/words": GradeMessage);

#[arbitro_table::texts("bin/words")]
pub(crate) enum GradeMessage<'a> {
    NotStarted { weakness: &'a str },
    // The first entries that are no submissions, and how many there are besides.
    LeftOut { first: &'a str, more: usize },
    Similar { left: &'a str, right: &'a str, per_cent: f64, page: &'a str },
    MoreSimilar { pairs: usize, page: &'a str },
    ForMoodle { worksheet: &'a str, feedback: &'a str },
    Points { points: &'a str, of: f64 },
    Late { late: &'a Late, cost: Option<&'a str> },
    Fails(&'a Failing),
    // A proposal, for the teacher to decide.
    MayFail(&'a Failing),
    Progress { part: &'a str, done: u64, total: Option<u64>, what: &'a str },
}
