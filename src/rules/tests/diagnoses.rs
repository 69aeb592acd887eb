//! Diagnoses are true, and no explanation has fewer faults. Both are decided here without the
//! diagnoser, on two boards.

mod wrong_boards;

use std::collections::BTreeMap;

use crate::english;
use arbitro_rules::draughts::{
    Capturing, Chain, Crowning, Draughts, Geometry, International, KingLanding, KingReach,
    MenCapture, RuleSet, Rules,
};
use arbitro_rules::judge::{Code, Diagnose, Diagnosis};
use arbitro_rules::notation::{Cell, Notation, Setup};
use arbitro_rules::{Game, Player, Square};
use rand::RngExt;
use rand::rngs::SmallRng;
use wrong_boards::Maker;

use arbitro_testkit::games::{
    SetOf, for_every_draughts_set, made_playable, random_positions, seeded, thrown_positions,
};
use arbitro_testkit::sizes::size;

/// A capture, finished or not, and what it needs that the rules may forbid.
#[derive(Clone, Debug)]
struct Capture {
    to: Square,
    is_king: bool,
    taken: Vec<Square>,
    backwards: Vec<Square>,
    kings: Vec<Square>,
}

/// Two boards and the rules, in the plainest form.
struct Boards<'a> {
    rules: &'a Rules,
    mover: Player,
    before: &'a Setup,
    after: &'a Setup,
}

const STEPS: [(isize, isize); 4] = [(1, -1), (1, 1), (-1, 1), (-1, -1)];

impl Boards<'_> {
    fn is_own(&self, cell: Cell) -> bool {
        cell.owner() == Some(self.mover)
    }

    fn is_enemy(&self, cell: Cell) -> bool {
        cell.owner() == Some(!self.mover)
    }

    fn is_dark(&self, place: Square) -> bool {
        let geometry = Geometry::new(self.rules);
        geometry.square(place.row.into(), place.column.into()).is_some()
    }

    fn has_left(&self, place: Square) -> bool {
        self.is_own(self.before.at(place)) && !self.is_own(self.after.at(place))
    }

    fn has_come(&self, place: Square) -> bool {
        !self.is_own(self.before.at(place)) && self.is_own(self.after.at(place))
    }

    fn count(&self, is_it: impl Fn(Square) -> bool) -> usize {
        self.before.iter().filter(|&(place, _)| is_it(place)).count()
    }

    fn is_gone(&self, place: Square) -> bool {
        self.is_enemy(self.before.at(place)) && !self.is_enemy(self.after.at(place))
    }

    /// Returns the square to which one step leads.
    fn next(&self, place: Square, (rows, columns): (isize, isize)) -> Option<Square> {
        let (row, column) = place.indices();
        let (row, column) = (row.checked_add_signed(rows)?, column.checked_add_signed(columns)?);
        (row < self.rules.size && column < self.rules.size).then_some(Square::at(row, column))
    }

    fn forward(&self) -> isize {
        match self.mover {
            Player::X => 1,
            Player::O => -1,
        }
    }

    fn flies(&self, is_king: bool) -> bool {
        is_king && self.rules.kings == KingReach::Flying
    }

    /// All captures of a piece, whatever the rules forbid, at most `limit`.
    fn captures(&self, from: Square, limit: usize) -> Vec<Capture> {
        let start = Capture {
            to: from,
            is_king: self.before.at(from).is_king(),
            taken: Vec::new(),
            backwards: Vec::new(),
            kings: Vec::new(),
        };
        let mut all = vec![start];
        let mut done = 0;
        while done < all.len() && all.len() < limit {
            for next in self.longer(from, &all[done]) {
                let is_known = all.iter().any(|it| {
                    (it.to, it.is_king, &it.taken) == (next.to, next.is_king, &next.taken)
                        && (&it.backwards, &it.kings) == (&next.backwards, &next.kings)
                });
                if !is_known {
                    all.push(next);
                }
            }
            done += 1;
        }
        all.remove(0);
        all
    }

    fn longer(&self, from: Square, capture: &Capture) -> Vec<Capture> {
        let is_free = |at: Square| at == from || self.before.at(at) == Cell::Empty;
        let mut longer = Vec::new();
        for step in STEPS {
            let flies = self.flies(capture.is_king);
            let mut over = self.next(capture.to, step);
            while flies && over.is_some_and(is_free) {
                over = over.and_then(|over| self.next(over, step));
            }
            let Some(over) = over else { continue };
            if !self.is_enemy(self.before.at(over)) || capture.taken.contains(&over) {
                continue;
            }
            let mut landing = self.next(over, step);
            while let Some(to) = landing.filter(|&landing| is_free(landing)) {
                let mut next = capture.clone();
                next.to = to;
                next.taken.push(over);
                next.taken.sort();
                if !capture.is_king && step.0 != self.forward() {
                    next.backwards.push(over);
                }
                if !capture.is_king && self.before.at(over).is_king() {
                    next.kings.push(over);
                }
                let is_crowned = self.rules.crowning == Crowning::GoesOn
                    && to.row == self.rules.last_row(self.mover);
                next.is_king |= is_crowned;
                longer.push(next);
                landing = self
                    .next(to, step)
                    .filter(|_| flies && self.rules.king_landing == KingLanding::Anywhere);
            }
        }
        longer
    }

    /// The rules that a capture breaks.
    fn broken_by(&self, capture: &Capture) -> usize {
        let backwards = self.rules.men_capture == MenCapture::Forward;
        usize::from(backwards && !capture.backwards.is_empty())
            + usize::from(!self.rules.men_take_kings && !capture.kings.is_empty())
            + usize::from(self.rules.chain == Chain::Single && capture.taken.len() > 1)
    }

    fn distance(from: Square, to: Square) -> Option<usize> {
        let rows = from.row.abs_diff(to.row);
        (rows > 0 && rows == from.column.abs_diff(to.column)).then_some(rows.into())
    }

    /// The pieces between two squares of a diagonal.
    fn between(&self, from: Square, to: Square) -> Vec<Square> {
        let pieces = from.between(to);
        let pieces = pieces.filter(|&piece| self.before.at(piece) != Cell::Empty);
        pieces.collect()
    }

    /// Returns true if a piece of this kind steps so, if nothing else forbids it.
    fn is_step(&self, from: Square, to: Square) -> bool {
        let is_king = self.before.at(from).is_king();
        let is_forward = (to.row > from.row) == (self.forward() > 0);
        Self::distance(from, to).is_some_and(|rows| {
            (rows == 1 || self.flies(is_king))
                && (is_king || is_forward)
                && self.between(from, to).is_empty()
        })
    }

    /// Returns true if a piece of this kind jumps so, over the right pieces.
    fn is_jump(&self, from: Square, to: Square) -> bool {
        let flies = self.flies(self.before.at(from).is_king());
        Self::distance(from, to).is_some_and(|rows| rows == 2 || flies)
    }

    /// Returns true if the diagnosis is true of the two boards.
    fn is_true<R: RuleSet>(&self, position: &Draughts<R>, diagnosis: &Diagnosis) -> bool {
        let others = &diagnosis.others[..];
        let (before, after) = (self.before, self.after);
        match (diagnosis.from, diagnosis.to) {
            (Some(from), Some(to)) => self.is_true_of_route(position, diagnosis, from, to),
            (None, Some(to)) if diagnosis.code == Code::OffDark => {
                !self.is_dark(to) && self.has_come(to)
            }
            (None, Some(to)) => {
                let is_on_last_row = to.row == self.rules.last_row(self.mover);
                diagnosis.code == Code::NotPromoted
                    && after.at(to) == Cell::Man(self.mover)
                    && (is_on_last_row || self.touches(position, to, diagnosis.touched))
            }
            _ => match (diagnosis.code, others) {
                (Code::Unchanged, []) => before == after,
                (Code::Appeared, &[at]) => {
                    let is_new = after.at(at).owner().is_some()
                        && before.at(at).owner() != after.at(at).owner();
                    let mut left = before.iter().filter(|&(it, _)| self.has_left(it));
                    // One piece left, one of its kind came, the others are as before: it moved.
                    let has_changed = |it: Square| {
                        let (was, is) = (before.at(it), after.at(it));
                        was.owner() == is.owner() && was != is && self.is_own(is)
                    };
                    let is_alone = self.count(has_changed) == 0
                        && self.count(|it| self.has_come(it)) == 1
                        && self.count(|it| self.has_left(it)) == 1
                        && left.all(|(_, cell)| cell == after.at(at));
                    is_new && (self.is_enemy(after.at(at)) || !is_alone)
                }
                (Code::Vanished, &[at]) if self.is_own(before.at(at)) => {
                    let came = self.count(|it| self.has_come(it));
                    self.has_left(at) && (came == 0 || self.count(|it| self.has_left(it)) > 1)
                }
                (Code::Vanished, &[at]) => self.is_gone(at) && !self.is_own(after.at(at)),
                (Code::MovedTwo, several) => {
                    several.len() > 1
                        && several.iter().all(|&it| self.has_left(it))
                        && self.count(|it| self.has_come(it)) > 0
                }
                (Code::PromotedEarly, &[at]) => {
                    let was_man = |it: Square| before.at(it) == Cell::Man(self.mover);
                    let came = self.has_come(at)
                        && self.count(|it| was_man(it) && it != at && self.has_left(it)) > 0;
                    let back = was_man(at);
                    after.at(at).is_king()
                        && at.row
                            != self
                                .rules
                                .last_row(self.mover)
                                .wrapping_add(u8::from(!came && !back) * 99)
                        && (came || back || self.is_enemy(before.at(at)))
                        && !(before.at(at).is_king()
                            && before.at(at).owner() == after.at(at).owner())
                }
                (Code::Demoted, &[at]) => {
                    let was_king = |it: Square| before.at(it) == Cell::King(self.mover);
                    let came =
                        self.has_come(at) && self.count(|it| was_king(it) && self.has_left(it)) > 0;
                    let stood = before.at(at).is_king();
                    after.at(at).owner().is_some() && !after.at(at).is_king() && (came || stood)
                }
                _ => false,
            },
        }
    }

    /// Returns true if some legal capture that ends on `to` passes the last row there.
    fn touches<R: RuleSet>(&self, position: &Draughts<R>, to: Square, at: Option<Square>) -> bool {
        let geometry = Geometry::new(self.rules);
        let square = at.and_then(|at| geometry.square(at.row.into(), at.column.into()));
        let end = geometry.square(to.row.into(), to.column.into());
        let mut legal = position.legal_moves().into_iter();
        square.is_some_and(|square| {
            legal.any(|mv| Some(mv.to) == end && position.can_pass(mv, &[square]))
        })
    }

    fn is_true_of_route<R: RuleSet>(
        &self,
        position: &Draughts<R>,
        diagnosis: &Diagnosis,
        from: Square,
        to: Square,
    ) -> bool {
        let (before, after, code) = (self.before, self.after, diagnosis.code);
        let others = &diagnosis.others[..];
        if code == Code::MovedOpponent {
            return self.is_gone(from)
                && self.is_enemy(after.at(to))
                && !self.is_enemy(before.at(to))
                && before.at(from) == after.at(to);
        }
        let went = self.is_own(before.at(from))
            && self.is_own(after.at(to))
            && (from == to || self.has_left(from));
        let is_man = !before.at(from).is_king();
        let captures: Vec<Capture> = {
            let mut all = self.captures(from, 4_000);
            all.retain(|it| it.to == to);
            all
        };
        let is_allowed = |it: &&Capture| self.broken_by(it) == 0;
        let takes_gone = |it: &&Capture| it.taken.iter().all(|&it| self.is_gone(it));
        let is_one_legal = |taken: &[Square]| {
            let mut legal = position.legal_moves().into_iter().map(Draughts::<R>::places_of);
            legal.any(|places| places[..2] == [from, to] && places[2..] == *taken)
        };
        let legal = position.legal_moves();
        let most = legal.first().map_or(0, |mv| mv.captured_count() as usize);
        let is_inferior = || {
            let mut inferior = captures.iter().filter(is_allowed).filter(takes_gone);
            diagnosis.instead.is_some() && inferior.any(|it| !is_one_legal(&it.taken))
        };
        let all_gone = others.iter().all(|&other| self.is_gone(other));
        went && match code {
            Code::OffDark => !self.is_dark(to) && !self.is_own(before.at(to)),
            Code::Occupied => {
                before.at(to) != Cell::Empty && (self.has_come(to) || self.is_step(from, to))
            }
            Code::CapturedOwn | Code::JumpedOwn => {
                let between = self.between(from, to);
                self.is_jump(from, to)
                    && !others.is_empty()
                    && others.iter().all(|&other| {
                        between.contains(&other)
                            && self.is_own(before.at(other))
                            && self.has_left(other) == (code == Code::CapturedOwn)
                    })
            }
            Code::ManBackwards => {
                is_man
                    && Self::distance(from, to) == Some(1)
                    && !self.is_step(from, to)
                    && before.at(to) == Cell::Empty
            }
            Code::WrongDistance => {
                !self.is_step(from, to) && !captures.iter().any(|it| self.broken_by(it) == 0)
            }
            Code::CaptureForced => {
                let capturers = legal.iter().filter(|it| it.is_capture());
                self.rules.capturing == Capturing::Forced
                    && self.is_step(from, to)
                    && before.at(to) == Cell::Empty
                    && capturers
                        .map(|&mv| Draughts::<R>::places_of(mv)[0])
                        .any(|it| [it] == *others)
            }
            Code::CapturedBackwards => {
                is_man
                    && !others.is_empty()
                    && captures.iter().any(|capture| {
                        let mut backwards = capture.backwards.clone();
                        backwards.sort();
                        backwards == others
                    })
                    && self.rules.men_capture == MenCapture::Forward
            }
            Code::ManCapturedKing => {
                is_man
                    && !self.rules.men_take_kings
                    && others.len() == 1
                    && captures.iter().any(|capture| capture.kings.contains(&others[0]))
            }
            Code::RemovedTooMany => {
                all_gone
                    && !others.is_empty()
                    && captures.iter().any(|capture| {
                        capture.taken.iter().any(|&it| self.is_gone(it))
                            && (self.rules.chain == Chain::Single
                                || others.iter().all(|other| !capture.taken.contains(other)))
                    })
            }
            Code::NotRemoved => {
                let is_there = |it: &Square| before.at(*it) == after.at(*it);
                !others.is_empty()
                    && others.iter().all(is_there)
                    && captures.iter().any(|it| others.iter().all(|at| it.taken.contains(at)))
            }
            Code::RemovedWithoutJump => {
                let jumped = |at: &Square| {
                    let mut captures = captures.iter().filter(takes_gone);
                    captures.any(|it| it.taken.contains(at)) || self.between(from, to).contains(at)
                };
                all_gone && !others.is_empty() && !others.iter().any(jumped)
            }
            Code::CaptureUnfinished | Code::NotMostKings => is_inferior(),
            Code::NotMostCaptured => is_inferior() && all_gone && others.len() < most,
            Code::ItalianPriority => is_inferior() && diagnosis.rule.is_some(),
            Code::KingFirst => is_inferior() && is_man,
            _ => false,
        }
    }
}

/// Boards to make of each game.
pub(super) fn boards_a_game() -> usize {
    size("ARBITRO_DIAGNOSED_BOARDS", 3_000, 10_000) as usize
}

/// Diagnoses wrong boards of a game, and returns how often each code was named.
fn diagnose_many<R: RuleSet>(
    seed: u64,
    check: impl Fn(&Boards<'_>, &Draughts<R>, &Diagnosis, usize) -> bool,
) -> BTreeMap<Code, usize> {
    let mut random = seeded(seed);
    let mut positions = Vec::new();
    random_positions::<Draughts<R>>(seed, 40, 100, |it| positions.push(*it));
    thrown_positions::<R>(seed, 2_000, |it| positions.push(*it));
    // On small boards two faults meet more often.
    let is_small = |it: &Draughts<R>| it.board().pieces().count() <= 8;
    let small: Vec<_> = positions.iter().copied().filter(is_small).collect();
    positions.extend(small.iter().cycle().take(positions.len()));
    let mut seen = BTreeMap::new();
    let mut made_boards = 0;
    let mut wrong = Vec::new();
    while made_boards < boards_a_game() {
        let position = positions[random.random_range(0..positions.len())];
        let before = Draughts::<R>::setup(&position.board());
        let mut maker = Maker { position: &position, before, random: &mut random };
        let Some(made) = maker.make() else { continue };
        made_boards += 1;
        let diagnosis = position.diagnose(&made.after);
        *seen.entry(diagnosis.code).or_default() += 1;
        let boards = Boards {
            rules: &R::RULES,
            mover: position.turn(),
            before: &before,
            after: &made.after,
        };
        if !check(&boards, &position, &diagnosis, made.faults) {
            wrong.push(format!(
                "{} {} to move, {} faults:\n{}\n{}\n{diagnosis:?}",
                english::<Draughts<R>>(&diagnosis),
                position.turn(),
                made.faults,
                drawn(&before),
                drawn(&made.after)
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{}: {} of {made_boards}:\n{}",
        R::ID,
        wrong.len(),
        wrong[..wrong.len().min(5)].join("\n\n")
    );
    seen
}

fn drawn(setup: &Setup) -> String {
    let rows = setup.cells[..setup.size].iter().rev();
    let rows = rows.map(|row| {
        row[..setup.size].iter().map(|it| it.letter().to_string()).collect::<Vec<_>>().join("|")
    });
    rows.collect::<Vec<_>>().join("\n")
}

#[test]
fn every_diagnosis_of_a_wrong_board_is_true_of_it() {
    for_every_draughts_set!(G => {
        let seen = diagnose_many::<<G as SetOf>::Set>(71, |boards, position, diagnosis, _| boards.is_true(position, diagnosis));
        assert!(seen.len() >= 17, "{}: {seen:?}", G::ID);
    });
}

#[test]
fn no_wrong_board_is_made_with_fewer_faults_than_its_explanation_has() {
    for_every_draughts_set!(G => {
        diagnose_many::<<G as SetOf>::Set>(72, |_, _, diagnosis, faults| diagnosis.faults <= faults);
    });
}

/// Boards that are as far from each other, and as full of captures, as can be.
fn hostile_boards(random: &mut SmallRng) -> (Setup, Setup) {
    let size = International::RULES.size;
    let (mut before, mut after) = (Setup::empty(size), Setup::empty(size));
    let one_in = random.random_range(2..6);
    for place in (0..size * size).map(|index| Square::at(index / size, index % size)) {
        let (row, column) = place.indices();
        let is_inner = (1..size - 1).contains(&row) && (1..size - 1).contains(&column);
        // Enemies two squares apart, and the mover's kings between them, capture the longest.
        before[place] = match (is_inner, place.row % 2) {
            (true, 1) if random.random_range(0..6) > 0 => Cell::Man(Player::O),
            _ if random.random_range(0..one_in) == 0 => Cell::King(Player::X),
            _ => Cell::Empty,
        };
        if random.random_range(0..one_in) > 0 {
            after[place] = Cell::King(Player::X);
        }
    }
    (made_playable(before, &International::RULES), after)
}

#[test]
fn boards_made_to_be_slow_are_explained() {
    // Each takes milliseconds. Without a bound of the search it would be minutes.
    let mut random = seeded(73);
    for _ in 0..100 {
        let (before, after) = hostile_boards(&mut random);
        let board = before.check(&International::RULES).unwrap();
        let position = International::new(board, Player::X);
        for after in [after, Setup::empty(after.size), before] {
            let diagnosis = position.diagnose(&after);
            assert!(!english::<International>(&diagnosis).is_empty());
        }
    }
}
