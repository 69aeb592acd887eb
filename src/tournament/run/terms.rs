//! Match configuration: the settings shared by all matches of a tournament, and those of one match.

use crate::error::TournamentError;
use crate::schedule::openings::Starts;
use crate::schedule::pairing::Pairing;
use crate::schedule::seed::{Purpose, derive};
use crate::settings::tournament_settings::TournamentSettings;
use arbitro_referee::Contest;
use arbitro_rules::line::{Line, NoStart};
use arbitro_sandbox::Limits;

/// The settings shared by all matches of a tournament.
#[derive(Debug)]
pub struct Terms {
    contest: Contest,
    starts: Starts,
    seed: u64,
}

impl Terms {
    pub fn new(settings: &TournamentSettings) -> Result<Terms, TournamentError> {
        let game = settings.playable()?;
        let usual = Contest::usual(game);
        Ok(Terms {
            contest: Contest {
                ply_limit: Some(settings.max_plies),
                move_time: settings.move_time,
                cpu_time: settings.cpu_time,
                start_time: settings.start_time,
                limits: Limits { memory_bytes: settings.memory, ..usual.limits },
                ..usual
            },
            starts: Starts::new(settings, game).map_err(no_start)?,
            seed: settings.seed,
        })
    }

    /// Returns the start and the configuration of a match.
    pub fn for_pairing(&self, pairing: &Pairing) -> (Box<dyn Line>, Contest) {
        let seed = match_seed(self.seed, pairing.id);
        (self.starts.for_pairing(pairing), Contest { seed, ..self.contest.clone() })
    }
}

/// The seed that players of a match get, of a tournament with this seed.
pub fn match_seed(seed: u64, id: u64) -> u64 {
    // Larger numbers are not exact in every JSON reader.
    derive(seed, Purpose::Match, id) >> 11
}

/// The rules themselves may fail, whatever the opening.
fn no_start(why: NoStart) -> TournamentError {
    match why {
        NoStart::Broken(words) => TournamentError::Rules(words),
        why => TournamentError::Opening(why),
    }
}
