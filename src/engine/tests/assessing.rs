//! The evaluation is zero-sum, bounded, plain material without weights; weight files round-trip and
//! fitting recovers planted weights.

use arbitro_engine::search::draughts::{
    EVAL_LIMIT, LazyEval, Tables, Weights, assess, built_in_file, observe, terms,
};
use arbitro_rules::draughts::{Dama, Draughts, International, RuleSet, sets};
use arbitro_rules::notation::{Cell, Notation, Setup};
use arbitro_rules::{Game, Player};
use rand::RngExt;

use crate::glance::{Judged, fit as fit_glance};
use crate::positions::{Outcome, Position, Samples};
use crate::regression::{Fit, fit};
use arbitro_testkit::games::{
    SetOf, for_every_draughts_set, random_positions, seeded, thrown_positions,
};

/// Random weights across the whole range.
fn random_weights<R: RuleSet>(seed: u64) -> Weights<R> {
    let mut random = seeded(seed);
    let mut weight = || random.random_range(-1000..=1000);
    let pairs = (0..terms::<R>()).map(|_| [weight(), weight()]);
    Weights::new(pairs.collect())
}

/// The position with colours exchanged and the board turned by half.
fn turned<R: RuleSet>(position: &Draughts<R>) -> Draughts<R> {
    let size = R::RULES.size;
    let setup = Draughts::<R>::setup(&position.board());
    let mut turned = Setup::empty(size);
    for (row, column) in (0..size * size).map(|index| (index / size, index % size)) {
        turned.cells[size - 1 - row][size - 1 - column] = match setup.cells[row][column] {
            Cell::Empty => Cell::Empty,
            Cell::Man(owner) => Cell::Man(!owner),
            Cell::King(owner) => Cell::King(!owner),
        };
    }
    Draughts::new(turned.check(&R::RULES).unwrap(), !position.turn())
}

fn with_other_turn<R: RuleSet>(position: &Draughts<R>) -> Draughts<R> {
    Draughts::new(position.board(), !position.turn())
}

/// Positions of random games, and arbitrary positions that no game reaches.
fn positions<R: RuleSet>(seed: u64, mut see: impl FnMut(&Draughts<R>)) {
    random_positions::<Draughts<R>>(seed, 60, 150, &mut see);
    thrown_positions::<R>(seed, 2000, &mut see);
}

#[test]
fn a_position_turned_with_its_colours_exchanged_has_the_same_value() {
    fn check<R: RuleSet>() {
        let tables = Tables::new(&random_weights::<R>(5));
        let mut asked = 0;
        positions::<R>(1, |position| {
            let turned = turned(position);
            assert_eq!(tables.assess(position), tables.assess(&turned));
            assert_eq!(assess(position), assess(&turned), "{}", position.write_fen());
            asked += i32::from(tables.assess(position) != 0);
        });
        assert!(asked > 1000, "{asked}");
    }
    for_every_draughts_set!(G => check::<<G as SetOf>::Set>());
}

#[test]
fn the_turn_changes_only_the_tempo_term() {
    fn check<R: RuleSet>() {
        let tables = Tables::new(&random_weights::<R>(6));
        // By number of pieces, the only thing that the tempo term depends on.
        let mut sums = [None; 41];
        positions::<R>(2, |position| {
            let values = [position, &with_other_turn(position)].map(|it| tables.assess(it));
            if values.iter().any(|value| value.abs() == EVAL_LIMIT - 1) {
                return;
            }
            let pieces = position.board().pieces().count();
            let sum: i32 = values.iter().sum();
            let expected = *sums[pieces].get_or_insert(sum);
            // The interpolation between early and late rounds twice.
            assert!((sum - expected).abs() <= 2, "{pieces}: {values:?} {expected}");
        });
        // Most numbers of pieces have been met.
        let met = sums.iter().flatten().count();
        assert!(met > 20.min(3 * R::RULES.pieces() as usize / 2), "{met}");
    }
    for_every_draughts_set!(G => check::<<G as SetOf>::Set>());
}

#[test]
fn without_weights_the_value_is_the_material() {
    fn check<R: RuleSet>() {
        let tables = Tables::new(&Weights::<R>::zero());
        let mut kings_worth = None;
        positions::<R>(3, |position| {
            let board = position.board();
            let (own, other) = (board.count(position.turn()), board.count(!position.turn()));
            let men = 100 * (own.0 as i32 - other.0 as i32);
            let kings = own.1 as i32 - other.1 as i32;
            let for_kings = tables.assess(position) - men;
            if kings == 0 {
                assert_eq!(for_kings, 0, "{}", position.write_fen());
            } else {
                let each = *kings_worth.get_or_insert(for_kings / kings);
                assert_eq!(for_kings, each * kings, "{}", position.write_fen());
                assert!((110..=400).contains(&each), "{each}");
            }
        });
        assert!(kings_worth.is_some());
    }
    for_every_draughts_set!(G => check::<<G as SetOf>::Set>());
}

/// Quiet positions of random games, each with a random null window.
fn quiet_positions<R: RuleSet>(seed: u64) -> Vec<Judged<R>> {
    let mut random = seeded(seed);
    let mut quiet = Vec::new();
    random_positions::<Draughts<R>>(seed, 200, 150, |position| {
        if position.end().is_none() && !position.can_capture(position.turn()) {
            let alpha = random.random_range(-300..300);
            quiet.push(Judged { position: *position, alpha, beta: alpha + 1 });
        }
    });
    quiet
}

#[test]
fn lazy_evaluation_decides_most_positions_and_is_hardly_ever_wrong() {
    /// Counts the positions that lazy evaluation decides, and those that it decides wrongly.
    fn count<R: RuleSet>(lazy: LazyEval, positions: &[Judged<R>]) -> [usize; 2] {
        let (mut spared, mut wrong) = (0, 0);
        for it in positions {
            let Some(bound) = lazy.outside(&it.position, it.alpha, it.beta) else {
                continue;
            };
            let is_more = bound >= it.beta;
            assert!(is_more || bound <= it.alpha, "{it:?} {bound}");
            spared += 1;
            wrong += usize::from(is_more != (assess(&it.position) >= it.beta));
        }
        [spared, wrong]
    }

    fn check<R: RuleSet>(lazy: LazyEval) {
        let quiet = quiet_positions::<R>(8);
        let [spared, wrong] = count(lazy, &quiet);
        assert!(quiet.len() > 3000, "{}: {}", R::ID, quiet.len());
        assert!(2 * spared > quiet.len(), "{}: {spared}", R::ID);
        assert!(400 * wrong < quiet.len(), "{}: {wrong}", R::ID);
        // Without the margin there would be many more errors.
        let [_, wrong] = count(LazyEval { margin: 0, ..lazy }, &quiet);
        assert!(100 * wrong > quiet.len(), "{}: {wrong}", R::ID);
    }
    let mut sets = 0;
    for_every_draughts_set!(G => if let Some(lazy) = LazyEval::built_in::<<G as SetOf>::Set>() {
        check::<<G as SetOf>::Set>(lazy);
        sets += 1;
    });
    assert_eq!(sets, 5);
}

#[test]
fn without_weights_a_fitted_lazy_evaluation_is_exactly_material() {
    fn check<R: RuleSet>() {
        let tables = Tables::new(&Weights::<R>::zero());
        let found = fit_glance(&quiet_positions::<R>(9), &tables).unwrap();
        let [man, man_by_pieces, king, king_by_pieces, any_king] = found.lazy.weights;
        assert_eq!(man, 1600);
        assert!((16 * 110..=16 * 400).contains(&king), "{king}");
        assert_eq!([man_by_pieces, king_by_pieces, any_king], [0; 3]);
        assert!(found.spared > 1000, "{}", found.spared);
        assert_eq!(found.wrong, 0);
        assert!(found.lazy.margin <= 10, "{}", found.lazy.margin);
    }
    for_every_draughts_set!(G => check::<<G as SetOf>::Set>());
}

/// The largest possible material of one player against a single piece.
fn extremes<R: RuleSet>() -> Vec<Draughts<R>> {
    let mut found = Vec::new();
    for (piece, other) in [
        (Cell::King(Player::X), Cell::Man(Player::O)),
        (Cell::Man(Player::X), Cell::King(Player::O)),
        (Cell::King(Player::X), Cell::King(Player::O)),
    ] {
        let geometry = Draughts::<R>::GEOMETRY;
        let mut setup = Setup::empty(R::RULES.size);
        let places = geometry.iter().map(|square| geometry.place(square).indices());
        for (index, (row, column)) in places.enumerate() {
            if index < R::RULES.pieces() as usize {
                setup.cells[row][column] = piece;
            } else if index + 1 == R::RULES.size * R::RULES.size / 2 {
                setup.cells[row][column] = other;
            }
        }
        let board = setup.check(&R::RULES).unwrap();
        found.extend([Player::X, Player::O].map(|turn| Draughts::new(board, turn)));
    }
    found
}

#[test]
fn values_stay_within_bounds_in_extreme_positions() {
    fn check<R: RuleSet>() {
        for position in extremes::<R>() {
            let (men, kings) = position.board().count(position.turn());
            let is_strong = men + kings > 1;
            let value = assess(&position);
            assert!(value.abs() < EVAL_LIMIT);
            assert_eq!(value > 400, is_strong, "{}: {value}", position.write_fen());
            assert_eq!(value < -400, !is_strong, "{}: {value}", position.write_fen());
        }
        // Sums do not overflow with any weights: with all of them at their limits the parts still
        // add up.
        for seed in 0..20 {
            let weights = if seed == 0 {
                Weights::<R>::new(vec![[i16::MAX; 2]; terms::<R>()])
            } else {
                random_weights::<R>(seed)
            };
            let tables = Tables::new(&weights);
            let mut see = |position: &Draughts<R>| {
                let expected = sum_of_features(position, &weights);
                let value = tables.assess(position);
                assert!((value - expected).abs() <= 1, "{value} {expected}");
            };
            extremes::<R>().iter().for_each(&mut see);
            thrown_positions::<R>(seed, 200, &mut see);
        }
    }
    for_every_draughts_set!(G => check::<<G as SetOf>::Set>());
}

/// The evaluation computed from the feature list in floating point, as the trainer does.
fn sum_of_features<R: RuleSet>(position: &Draughts<R>, weights: &Weights<R>) -> i32 {
    let observed = observe(position);
    let sum = observed.terms.iter().map(|&(term, times)| {
        let [early, late] = weights.pairs()[term].map(f64::from);
        f64::from(times) * (early * observed.early + late * (1.0 - observed.early))
    });
    let value = f64::from(observed.material) + sum.sum::<f64>();
    let value = (value as i32).clamp(1 - EVAL_LIMIT, EVAL_LIMIT - 1);
    match position.turn() {
        Player::X => value,
        Player::O => -value,
    }
}

#[test]
fn built_in_weight_files_are_valid_and_small() {
    fn check<R: RuleSet>() {
        let bytes = built_in_file::<R>();
        let weights = Weights::<R>::read(bytes).unwrap();
        assert!(bytes.len() < 300 << 10, "{}", bytes.len());
        if !bytes.is_empty() {
            assert_eq!(weights.write(), bytes);
        }
        let tables = Tables::new(&weights);
        positions::<R>(4, |position| {
            assert_eq!(tables.assess(position), assess(position));
        });
    }
    for_every_draughts_set!(G => check::<<G as SetOf>::Set>());
}

#[test]
fn a_damaged_weight_file_is_refused() {
    type Set = sets::Dama;
    let weights = random_weights::<Set>(7);
    let bytes = weights.write();
    assert_eq!(Weights::<Set>::read(&bytes), Ok(weights));
    let refused = |bytes: &[u8]| Weights::<Set>::read(bytes).unwrap_err().to_string();
    let changed = |at: usize| {
        let mut bytes = bytes.clone();
        bytes[at] ^= 1;
        refused(&bytes)
    };
    let foreign = "this is not a weights file of version 1";
    assert_eq!(changed(0), foreign);
    assert_eq!(changed(4), foreign);
    assert!(changed(12).contains("checksum"));
    assert!(changed(bytes.len() - 1).contains("checksum"));
    assert_eq!(refused(&bytes[..9]), foreign);
    assert!(refused(&bytes[..bytes.len() - 4]).contains("checksum"));
    let (expected, found) = (terms::<sets::International>(), terms::<Set>());
    assert_eq!(
        Weights::<sets::International>::read(&bytes).unwrap_err().to_string(),
        format!("{expected} weights expected, but the file has {found}")
    );
    assert_eq!(Weights::<Set>::read(&[]), Ok(Weights::zero()), "no file is no weights");
}

#[test]
fn a_man_has_its_own_value_on_every_square() {
    // A man on any square changes some pattern, and not all of them.
    fn check<R: RuleSet>() {
        let tables = Tables::new(&random_weights::<R>(8));
        let geometry = Draughts::<R>::GEOMETRY;
        let mut values = Vec::new();
        for square in geometry.iter() {
            let (row, column) = geometry.place(square).indices();
            if row + 1 == R::RULES.size || row == 0 {
                continue;
            }
            let mut setup = Setup::empty(R::RULES.size);
            setup.cells[row][column] = Cell::Man(Player::X);
            let board = setup.check(&R::RULES).unwrap();
            values.push(tables.assess::<R>(&Draughts::new(board, Player::X)));
        }
        let count = values.len();
        values.sort_unstable();
        values.dedup();
        assert!(values.len() + 2 >= count, "{} of {count}", values.len());
    }
    for_every_draughts_set!(G => check::<<G as SetOf>::Set>());
}

#[test]
fn the_start_position_is_nearly_even() {
    assert!(assess(&Dama::start()).abs() < 50);
    assert!(assess(&International::start()).abs() < 50);
}

/// Samples of random positions with results drawn from the model that the regression assumes: a
/// value of 100 is one logit.
fn planted<R: RuleSet>(weights: &Weights<R>, games: usize) -> Samples<R> {
    let mut random = seeded(11);
    let mut samples = Samples::new();
    for game in 0..games {
        let mut positions = Vec::new();
        random_positions::<Draughts<R>>(game as u64, 1, 60, |position| {
            let mut value = f64::from(sum_of_features(position, weights));
            if position.turn() == Player::O {
                value = -value;
            }
            let likely = 1.0 / (1.0 + (-value / 100.0).exp());
            let winner = [Player::O, Player::X][usize::from(random.random_bool(likely))];
            let searched = sum_of_features(position, weights);
            positions.push(Position::new(position, searched as i16, Outcome::of(Some(winner))));
        });
        samples.add_game(&positions);
    }
    samples
}

/// Weights that are zero except one, counted from the last.
fn with_weight<R: RuleSet>(from_last: usize, pair: [i16; 2]) -> Weights<R> {
    let mut pairs = vec![[0; 2]; terms::<R>()];
    pairs[terms::<R>() - 1 - from_last] = pair;
    Weights::new(pairs)
}

#[test]
fn fitting_recovers_planted_weights() {
    type Set = sets::Dama;
    // The tempo term is the last weight.
    let weights = with_weight::<Set>(0, [60, 60]);
    let samples = planted(&weights, 1500);
    assert!(samples.len() > 50_000, "{}", samples.len());
    let options = Fit::new::<Set>(30.0, 12, 0.0, 1);
    let fitted = fit(&samples, &options);
    let found = fitted.pairs()[terms::<Set>() - 1];
    for weight in found {
        assert!((40..=80).contains(&weight), "{found:?}");
    }
    assert!(fitted.loss < fitted.loss_of_material);
    // All other weights were planted as zero; what is found there is noise.
    let pairs = fitted.pairs();
    let others = pairs[..pairs.len() - 1].as_flattened();
    let sum: f64 = others.iter().map(|&weight| f64::from(weight).abs()).sum();
    let mean = sum / others.len() as f64;
    assert!(mean < 4.0, "{mean}");
}

#[test]
fn the_same_games_give_the_same_weights() {
    type Set = sets::International;
    let samples = planted(&random_weights::<Set>(9), 40);
    let options = Fit::new::<Set>(20.0, 3, 0.5, 1);
    let (once, again) = (fit(&samples, &options), fit(&samples, &options));
    assert_eq!(once.pairs(), again.pairs());
    let nothing = fit(&Samples::<Set>::new(), &options);
    assert_eq!(nothing.pairs(), Weights::<Set>::zero().pairs());
}
