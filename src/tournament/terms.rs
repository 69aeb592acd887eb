//! Match configuration: the settings shared by all matches of a tournament, and those of one match.

use super::openings::Starts;
use super::schedule::Pairing;
use super::seed::{Purpose, derive};
use super::settings::TournamentSettings;
use arbitro_referee::Contest;
use arbitro_rules::judge::Diagnose;
use arbitro_rules::notation::FenError;
use arbitro_sandbox::Limits;

/// The settings shared by all matches of a tournament.
#[derive(Debug)]
pub struct Terms<G> {
    contest: Contest<G>,
    starts: Starts<G>,
    seed: u64,
}

impl<G: Diagnose> Terms<G> {
    /// Converts a tournament's settings.
    ///
    /// # Errors
    ///
    /// When one of its positions is invalid.
    pub fn new(settings: &TournamentSettings) -> Result<Terms<G>, FenError> {
        let usual = Contest::<G>::usual();
        Ok(Terms {
            contest: Contest {
                ply_limit: Some(settings.max_plies),
                move_time: settings.move_time,
                cpu_time: settings.cpu_time,
                start_time: settings.start_time,
                limits: Limits { memory_bytes: settings.memory, ..usual.limits },
                ..usual
            },
            starts: Starts::new(settings)?,
            seed: settings.seed,
        })
    }

    /// Returns the configuration of a match.
    pub fn of(&self, pairing: &Pairing) -> Contest<G> {
        Contest {
            start: self.starts.position(pairing),
            // Larger numbers are not exact in every JSON reader.
            seed: derive(self.seed, Purpose::Match, pairing.id) >> 11,
            ..self.contest.clone()
        }
    }
}
