//! How the tournaments ended that `slurm` plays on clusters: asked here, since tests run in the order of
//! their names, and by now others have used the time.

use crate::slurm::ends_well;

#[test]
fn a_tournament_whose_tasks_are_killed_and_requeued_ends_as_on_one_machine() {
    ends_well("killed");
}

#[test]
fn rounds_of_a_swiss_tournament_wait_for_each_other() {
    ends_well("rounds");
}

#[test]
fn a_task_out_of_time_ends_between_two_matches_and_comes_again() {
    ends_well("late");
}
