//! Pages made of evidence and marks: one for each student, and one of the whole class.
//!
//! Pure functions. Each page is one file that opens without a network and says everything without its script.
//! Text of students and their programs is escaped and cut. A student's page is handed out: it never names
//! another student nor shows another's code; the overview does, and is for the teacher alone.

mod answers;
mod checks;
mod handed_in;
mod layout;
mod matches;
mod memory;
mod overview;
mod side_by_side;
mod similarity;
mod student;
mod words;

pub use layout::pair_file;
pub use overview::overview;
pub use side_by_side::pair;
pub(super) use side_by_side::title as pair_title;
pub(super) use similarity::MAX_PAIRS;
pub use student::student;
