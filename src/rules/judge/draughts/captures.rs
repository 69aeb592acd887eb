//! Diagnoses captures: the pieces a move took, and those it should have taken.

use super::Case;
use crate::Game;
use crate::draughts::{Move, Priority, RuleSet};
use crate::judge::way::{Capturer, Permissions, Station};
use crate::judge::{Code, Diagnosis};
use crate::notation::{Notation, Place};

impl<R: RuleSet> Case<'_, R> {
    /// Diagnoses a capture that left some of the captured pieces on the board.
    pub(super) fn not_removed(&self, from: Place, to: Place) -> Option<Diagnosis> {
        let gone = &self.enemy_left;
        let takings = self.capturer(from).takings(to, &|_| true);
        let fewest_left = takings
            .into_iter()
            .filter(|taken| gone.iter().all(|place| taken.contains(place)))
            .map(|taken| {
                taken
                    .into_iter()
                    .filter(|place| !gone.contains(place))
                    .collect::<Vec<_>>()
            })
            .filter(|left| !left.is_empty())
            .min_by_key(Vec::len)?;
        Some(self.went(Code::NotRemoved, from, to, &fewest_left))
    }

    /// Diagnoses a move that no legal move matches, with enemy pieces removed.
    pub(super) fn wrong_capture(&self, from: Place, to: Place) -> Diagnosis {
        let gone = &self.enemy_left[..];
        let capturer = self.capturer(from);
        if let Some(station) = capturer.station_with(to, gone) {
            return self.wrong_choice(from, to, station);
        }
        let loosened = |men_capture_backwards: bool, men_take_kings: bool| {
            let permissions = capturer.permissions;
            let permissions = Permissions {
                men_capture_backwards: permissions.men_capture_backwards || men_capture_backwards,
                men_take_kings: permissions.men_take_kings || men_take_kings,
                ..permissions
            };
            Capturer {
                permissions,
                ..self.capturer(from)
            }
        };
        let is_man = !self.before.at(from).is_king();
        if is_man && loosened(false, true).station_with(to, gone).is_some() {
            let kings: Vec<Place> = gone
                .iter()
                .copied()
                .filter(|&place| self.before.at(place).is_king())
                .collect();
            return self.went(
                Code::ManCapturedKing,
                from,
                to,
                &kings[..kings.len().min(1)],
            );
        }
        let backwards = |kings| loosened(true, kings).taken_backwards(to, gone);
        if is_man && let Some(backwards) = backwards(false).or_else(|| backwards(true)) {
            return self.went(Code::CapturedBackwards, from, to, &backwards);
        }
        if !capturer.permissions.several && gone.len() > 1 {
            let several = Permissions {
                several: true,
                ..capturer.permissions
            };
            let by_chain = Capturer {
                permissions: several,
                ..self.capturer(from)
            };
            if by_chain.station_with(to, gone).is_some() {
                return self.went(Code::RemovedTooMany, from, to, gone);
            }
        }
        let most_taken = capturer
            .takings(to, &|place| gone.contains(&place))
            .into_iter()
            .max_by_key(Vec::len);
        if let Some(taken) = most_taken {
            let too_many: Vec<Place> = gone
                .iter()
                .copied()
                .filter(|place| !taken.contains(place))
                .collect();
            return self.went(Code::RemovedTooMany, from, to, &too_many);
        }
        if let Some(diagnosis) = self.not_removed(from, to) {
            return diagnosis;
        }
        if let Some(&(own, _)) = self
            .between(from, to)
            .iter()
            .find(|(_, cell)| cell.owner() == Some(self.mover))
        {
            return self.went(Code::JumpedOwn, from, to, &[own]);
        }
        // If the piece lies on the route it was jumped: then the route is wrong, not the removal.
        let on_the_way = self.between(from, to);
        let without_jump: Vec<Place> = gone
            .iter()
            .copied()
            .filter(|&place| on_the_way.iter().all(|&(it, _)| it != place))
            .collect();
        if without_jump.is_empty() {
            return self.went(Code::WrongDistance, from, to, &[]);
        }
        self.went(Code::RemovedWithoutJump, from, to, &without_jump)
    }

    /// The legal capture that begins like this one, which stopped at `station`.
    fn continuation(&self, from: Place, station: Station) -> Option<Move> {
        let takes_it = |mv: &Move, place: Place| mv.captured().any(|it| Self::place(it) == place);
        let mut longer = self.position.legal_moves();
        longer.retain(|mv| {
            Self::place(mv.from) == from && self.enemy_left.iter().all(|&it| takes_it(mv, it))
        });
        let can_take = |place| longer.iter().any(|mv| takes_it(mv, place));
        let stations = self.capturer(from).stations_from(station, &can_take);
        let leads_to = |mv: &&Move| {
            stations
                .iter()
                .any(|it| it.at == Self::place(mv.to) && self.takes(**mv, &it.taken))
        };
        let onward = longer.iter().find(leads_to).copied();
        // If all captures have equal priority, a king that cannot continue from here landed on the
        // wrong square behind what it captured; otherwise priority decides.
        let from_elsewhere = longer.first().copied();
        onward.or(from_elsewhere.filter(|_| R::RULES.priority == Priority::Free))
    }

    /// Diagnoses a possible capture that had a lower priority than another.
    fn wrong_choice(&self, from: Place, to: Place, station: Station) -> Diagnosis {
        let gone = &self.enemy_left[..];
        let example = |mv: Option<Move>| mv.map(|mv| self.position.write_move(mv));
        if let Some(mv) = self.continuation(from, station) {
            return Diagnosis {
                instead: example(Some(mv)),
                ..self.went(Code::CaptureUnfinished, from, to, &[])
            };
        }
        let best = self.position.legal_moves().first().copied();
        let most = best.map_or(0, |mv| mv.captured_count() as usize);
        if gone.len() < most {
            return Diagnosis {
                instead: example(best),
                ..self.went(Code::NotMostCaptured, from, to, gone)
            };
        }
        let kings_in = |places: &mut dyn Iterator<Item = Place>| {
            places
                .filter(|&place| self.before.at(place).is_king())
                .count()
        };
        let rule = match best {
            Some(mv)
                if self.before.at(Self::place(mv.from)).is_king()
                    && !self.before.at(from).is_king() =>
            {
                2
            }
            Some(mv)
                if kings_in(&mut mv.captured().map(Self::place))
                    > kings_in(&mut gone.iter().copied()) =>
            {
                3
            }
            _ => 4,
        };
        Diagnosis {
            rule: Some(rule),
            instead: example(best),
            ..self.went(Code::ItalianPriority, from, to, &[])
        }
    }
}
