//! Honest players on a core that is busy with other work: whatever comes of it, they do not lose.

use std::time::Duration;

use arbitro_referee::{Answers, Contest, Contestant, HostFailure};
use arbitro_sandbox::Processes;

use crate::hostile_time::Busy;
use crate::tricks::{are_there, arena, on_one_core, programs, summary, usual};

#[test]
fn an_honest_player_on_a_busy_core_is_not_late() {
    if !are_there() {
        return;
    }
    let honest = Contestant {
        program: programs().join("honest"),
        args: Vec::new(),
        readable: Vec::new(),
        variables: Vec::new(),
        // Counted without namespaces, too.
        processes: Processes::Usual,
        answers: Answers::Files,
    };
    on_one_core(move || {
        let _others = Busy::with(8);
        let mut arena = arena();
        for limit in [30, 100] {
            let contest = Contest {
                // Far more than it needs, and less than it waits for the core now and then.
                move_time: Duration::from_millis(limit),
                ..usual()
            };
            for _ in 0..4 {
                match arena.play(
                    &*crate::tricks::start(),
                    &contest,
                    [&honest, &honest],
                    &mut |_, _| Ok(()),
                ) {
                    Err(HostFailure::Overloaded { .. }) => {}
                    played => {
                        let ended = summary(&played.unwrap());
                        assert!(ended.starts_with("plays on"), "{limit} ms: {ended}");
                    }
                }
            }
        }
    });
}
