//! Small endings: the tables against a solver without any cleverness, and files that are not whole.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use arbitro::endgames::{
    Endgames, Material, NotSolved, Solved, TableError, table_file_name, write_tables,
};
use arbitro::notation::{Cell, Notation, Place, Setup};
use arbitro::rules::draughts::{Dama, Draughts, English, Italian, RuleSet, Russian, sets};
use arbitro::rules::{Game, GameId, Player};
use arbitro::search::{Exact, Oracle, exact_moves};
use arbitro::with_endgames;
use rand::RngExt;
use serde_json::{Value, json};

use crate::games::{SetOf, for_every_draughts_set, seeded};
use crate::verify_cli::{verify, verify_in};

type Set<G> = <G as SetOf>::Set;

/// What stands on the dark squares, as pieces with their places; `None` if nobody can play on it.
fn position<R: RuleSet>(pieces: &[(usize, Cell)], turn: Player) -> Option<Draughts<R>> {
    let mut setup = Setup::empty(8);
    for &(square, cell) in pieces {
        let place = dark_square::<R>(square);
        setup.cells[place.row][place.column] = cell;
    }
    Some(Draughts::new(setup.check(&R::RULES).ok()?, turn))
}

fn dark_square<R: RuleSet>(number: usize) -> Place {
    let row = number / 4;
    let column = number % 4 * 2;
    match Draughts::<R>::GEOMETRY.square(row, column) {
        Some(_) => Place::new(row, column),
        None => Place::new(row, column + 1),
    }
}

const KINDS: [Cell; 4] = [
    Cell::Man(Player::X),
    Cell::King(Player::X),
    Cell::Man(Player::O),
    Cell::King(Player::O),
];

/// Shows every playable position of 1 to `most` pieces.
fn every_position<R: RuleSet>(most: usize, see: &mut dyn FnMut(Draughts<R>)) {
    fn more<R: RuleSet>(
        pieces: &mut Vec<(usize, Cell)>,
        most: usize,
        see: &mut dyn FnMut(Draughts<R>),
    ) {
        for turn in [Player::X, Player::O] {
            if let Some(position) = position::<R>(pieces, turn) {
                see(position);
            }
        }
        if pieces.len() == most {
            return;
        }
        let next = pieces.last().map_or(0, |&(square, _)| square + 1);
        for square in next..32 {
            for kind in KINDS {
                pieces.push((square, kind));
                more(pieces, most, see);
                pieces.pop();
            }
        }
    }
    more(&mut Vec::new(), most, see);
}

/// A position of up to 8 pieces in a number.
fn key<R: RuleSet>(position: &Draughts<R>) -> u64 {
    let turn = position.turn() as u64;
    let board = position.board();
    board
        .pieces()
        .fold(1 << 1 | turn, |key, (square, owner, is_king)| {
            let (row, column) = Draughts::<R>::GEOMETRY.place(square);
            let kind = owner as u64 * 2 + u64::from(is_king);
            key << 7 | kind << 5 | (row * 4 + column / 2) as u64
        })
}

/// The values of every position of up to `most` pieces, by looking at all of them again and again:
/// in pass n those become known that are decided in n plies. What never does is a draw.
fn plainly<R: RuleSet>(most: usize, see: &mut dyn FnMut(Draughts<R>, Exact)) {
    let mut numbers = HashMap::new();
    every_position::<R>(most, &mut |position| {
        let number = numbers.len() as u32;
        numbers.insert(key(&position), number);
    });
    let mut values = vec![None; numbers.len()];
    // Where each position's moves lead: `next[starts[n]..starts[n + 1]]`.
    let mut next = Vec::new();
    let mut starts = vec![0];
    every_position::<R>(most, &mut |position| {
        match position.end() {
            Some(end) if end.winner() == position.turn() => {
                values[starts.len() - 1] = Some(Exact::Win(0));
            }
            Some(_) => values[starts.len() - 1] = Some(Exact::Loss(0)),
            None => {
                let moves = position.legal_moves();
                next.extend(moves.iter().map(|&mv| numbers[&key(&position.after(mv))]));
            }
        }
        starts.push(next.len());
    });
    drop(numbers);
    let mut open: Vec<usize> = (0..values.len())
        .filter(|&it| values[it].is_none())
        .collect();
    // Two passes without news: wins come in odd passes, losses in even ones.
    let mut quiet = 0;
    let mut pass = 0;
    while quiet < 2 {
        pass += 1;
        let mut news = Vec::new();
        for &number in &open {
            let replies = &next[starts[number]..starts[number + 1]];
            let mut replies = replies.iter().map(|&reply| values[reply as usize]);
            if replies.clone().any(|it| it == Some(Exact::Loss(pass - 1))) {
                news.push((number, Exact::Win(pass)));
            } else if replies.all(|it| matches!(it, Some(Exact::Win(_)))) {
                news.push((number, Exact::Loss(pass)));
            }
        }
        quiet = if news.is_empty() { quiet + 1 } else { 0 };
        for (number, value) in news {
            values[number] = Some(value);
        }
        open.retain(|&number| values[number].is_none());
    }
    let mut values = values.into_iter();
    every_position::<R>(most, &mut |position| {
        let value = values.next().flatten().unwrap_or(Exact::Draw);
        see(position, value);
    });
}

fn agrees_with_the_plain_solver<R: RuleSet>(most: usize) {
    let solved = Solved::<R>::up_to(most as u8).unwrap();
    let mut positions = 0;
    plainly::<R>(most, &mut |position, value| {
        assert_eq!(
            solved.value(&position),
            Some(value),
            "{}",
            position.write_fen()
        );
        positions += 1;
    });
    println!("{}: {positions} positions of up to {most} pieces", R::ID);
}

/// Up to 3 pieces; `scripts/endgames --prove` asks for 4.
fn most() -> usize {
    std::env::var("ARBITRO_ENDGAMES_PIECES").map_or(3, |text| text.parse().unwrap())
}

#[test]
fn every_position_of_the_six_games_has_the_value_a_plain_solver_finds() {
    for game in GameId::ALL {
        with_endgames!(game, R => agrees_with_the_plain_solver::<R>(most()));
    }
}

/// That is a proof: a win in n has a move to a loss in n - 1 and none to a nearer one, a loss in n
/// only moves to wins, the farthest in n - 1, and from a draw one can stay among draws for ever.
#[test]
fn every_value_of_four_pieces_is_the_best_that_its_moves_lead_to() {
    let mut solved = Solved::<sets::Dama>::up_to(4).unwrap();
    let mut counts = [0; 3];
    every_position::<sets::Dama>(4, &mut |position| {
        let value = solved.value(&position).unwrap();
        counts[match value {
            Exact::Win(_) => 0,
            Exact::Draw => 1,
            Exact::Loss(_) => 2,
        }] += 1;
        let expected = match position.end() {
            Some(end) if end.winner() == position.turn() => Exact::Win(0),
            Some(_) => Exact::Loss(0),
            None => exact_moves(&mut solved, &position).unwrap()[0].1,
        };
        assert_eq!(value, expected, "{}", position.write_fen());
    });
    println!("wins, draws, losses of both colours: {counts:?}");
    assert!(counts.iter().all(|&count| count > 1_000_000), "{counts:?}");
}

/// Random positions of exactly this many pieces, both sides with some.
fn some_positions<R: RuleSet>(seed: u64, pieces: usize, count: usize) -> Vec<Draughts<R>> {
    let mut random = seeded(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut placed: Vec<(usize, Cell)> = Vec::new();
        while placed.len() < pieces {
            let square = random.random_range(0..32);
            if placed.iter().all(|&(taken, _)| taken != square) {
                placed.push((square, KINDS[random.random_range(0..4)]));
            }
        }
        let turn = [Player::X, Player::O][random.random_range(0..2)];
        let Some(position) = position::<R>(&placed, turn) else {
            continue;
        };
        if Material::of(&position.board(), turn).is_some() {
            found.push(position);
        }
    }
    found
}

/// Plies to the end if the winner plays the first best move and the loser tries everything.
fn longest_defence<R: RuleSet>(
    solved: &mut Solved<R>,
    position: &Draughts<R>,
    winner: Player,
    known: &mut HashMap<Draughts<R>, u16>,
) -> u16 {
    if let Some(end) = position.end() {
        assert_eq!(end.winner(), winner, "{}", position.write_fen());
        return 0;
    }
    if let Some(&plies) = known.get(position) {
        return plies;
    }
    let mut moves = exact_moves(solved, position).unwrap();
    if position.turn() == winner {
        moves.truncate(1);
    }
    let plies = moves
        .into_iter()
        .map(|(mv, _)| 1 + longest_defence(solved, &position.after(mv), winner, known))
        .max()
        .unwrap();
    known.insert(*position, plies);
    plies
}

#[test]
fn the_best_moves_win_in_exactly_that_many_plies_against_every_defence() {
    for game in GameId::ALL {
        with_endgames!(game, R => {
            let mut solved = Solved::<R>::up_to(3).unwrap();
            let mut known = [HashMap::new(), HashMap::new()];
            let mut won = 0;
            for position in some_positions::<R>(7, 3, 400) {
                let turn = position.turn();
                let (winner, plies) = match solved.value(&position).unwrap() {
                    Exact::Win(plies) => (turn, plies),
                    Exact::Loss(plies) => (!turn, plies),
                    Exact::Draw => continue,
                };
                let known = &mut known[winner as usize];
                let found = longest_defence(&mut solved, &position, winner, known);
                assert_eq!(found, plies, "{}", position.write_fen());
                won += 1;
            }
            assert!(won > 100, "{game}: {won}");
        });
    }
}

#[test]
fn a_position_turned_round_with_the_colours_changed_has_the_same_value() {
    for game in GameId::ALL {
        with_endgames!(game, R => {
            let solved = Solved::<R>::up_to(3).unwrap();
            for position in some_positions::<R>(8, 3, 500) {
                let board = position.board();
                let mut setup = Setup::empty(8);
                for (square, owner, is_king) in board.pieces() {
                    let (row, column) = Draughts::<R>::GEOMETRY.place(square);
                    let cell = if is_king { Cell::King(!owner) } else { Cell::Man(!owner) };
                    setup.cells[7 - row][7 - column] = cell;
                }
                let turned = setup.check(&R::RULES).unwrap();
                let turned = Draughts::<R>::new(turned, !position.turn());
                assert_eq!(solved.value(&position), solved.value(&turned), "{}", position.write_fen());
            }
        });
    }
}

#[test]
fn endings_are_what_people_know_of_them() {
    let mut english = Solved::<sets::English>::up_to(3).unwrap();
    // A king in the double corner holds against one king.
    let corner = English::read_fen("W:WK1:BK15").unwrap();
    assert_eq!(english.exact(&corner), Some(Exact::Draw));
    // Two kings beat it all the same.
    let two = English::read_fen("B:WK1:BK15,K18").unwrap();
    assert!(matches!(english.exact(&two), Some(Exact::Win(_))));
    // A king on the main road cannot be beaten by two flying kings.
    let road = Russian::read_fen("W:WKe1,Kg3:BKa1").unwrap();
    let russian = Solved::<sets::Russian>::up_to(3).unwrap();
    assert_eq!(russian.value(&road), Some(Exact::Draw));
    // No man of dama takes a king: this one passes it in vain, and is taken in the end.
    let dama = Solved::<sets::Dama>::up_to(2).unwrap();
    let blocked = Dama::read_fen("W:W20:BK11").unwrap();
    assert!(matches!(dama.value(&blocked), Some(Exact::Loss(_))));
}

#[test]
fn nearer_wins_and_farther_losses_are_better() {
    use Exact::{Draw, Loss, Win};
    let order = [Win(1), Win(3), Win(200), Draw, Loss(200), Loss(4), Loss(0)];
    assert!(order.is_sorted_by(|better, worse| better > worse));
    for value in order {
        let opponents = order.map(Exact::before);
        assert!(opponents.is_sorted_by(|worse, better| worse < better));
        assert_eq!(value.before() > Draw, value < Draw);
    }
}

#[test]
fn boards_of_another_size_and_more_pieces_are_refused() {
    for_every_draughts_set!(G => {
        let expected = (G::RULES.size != 8).then_some(NotSolved::Size { game: G::ID });
        assert_eq!(Solved::<Set<G>>::up_to(2).err(), expected);
    });
    let solved = Solved::<sets::Dama>::up_to(2).unwrap();
    for position in some_positions::<sets::Dama>(9, 3, 20) {
        assert_eq!(solved.value(&position), None);
    }
    assert_eq!(solved.value(&Dama::start()), None);
}

/// A folder with the tables of up to this many pieces.
fn tables<R: RuleSet>(pieces: u8) -> (tempfile::TempDir, Solved<R>) {
    let folder = tempfile::tempdir().unwrap();
    let solved = Solved::<R>::up_to(pieces).unwrap();
    for pieces in 2..=pieces {
        write_tables(&solved, pieces, folder.path()).unwrap();
    }
    (folder, solved)
}

#[test]
fn a_file_answers_as_the_memory_it_was_written_from() {
    for game in GameId::ALL {
        with_endgames!(game, R => {
            let (folder, solved) = tables::<R>(3);
            // With room for a single block, and with room for many.
            for cache in [0, 1 << 20] {
                let mut tables = Endgames::<R>::open_with(folder.path(), cache).unwrap();
                let mut asked = 0;
                every_position::<R>(3, &mut |position| {
                    if cache == 0 && asked % 7 != 0 {
                        asked += 1;
                        return;
                    }
                    asked += 1;
                    let found = tables.value(&position).unwrap();
                    assert_eq!(found, solved.value(&position), "{}", position.write_fen());
                });
                assert!(tables.summaries().eq(solved.summaries()));
                tables.check().unwrap();
            }
        });
    }
}

#[test]
fn tables_read_back_are_written_again_byte_for_byte_and_go_on() {
    let (folder, _) = tables::<sets::Dama>(3);
    let read = Endgames::<sets::Dama>::open(folder.path()).unwrap();
    let mut solved = Solved::of_tables(&read).unwrap();
    assert_eq!(solved.pieces(), 3);
    let again = tempfile::tempdir().unwrap();
    for pieces in 2..=3 {
        let path = write_tables(&solved, pieces, again.path()).unwrap();
        let name = table_file_name(GameId::Dama, pieces);
        assert!(fs::read(path).unwrap() == fs::read(folder.path().join(name)).unwrap());
    }
    let missing = write_tables(&solved, 4, again.path());
    assert!(matches!(missing, Err(TableError::NotSolved { .. })));
    solved.solve_one_more(&mut |_| {}).unwrap();
    let whole = Solved::<sets::Dama>::up_to(4).unwrap();
    assert!(solved.summaries().eq(whole.summaries()));
}

fn open(folder: &Path) -> Result<(), TableError> {
    Endgames::<sets::Dama>::open(folder)?.check()
}

#[test]
fn a_file_with_any_byte_changed_or_cut_anywhere_is_refused() {
    let (folder, solved) = tables::<sets::Dama>(2);
    let path = folder.path().join(table_file_name(GameId::Dama, 2));
    let whole = fs::read(&path).unwrap();
    open(folder.path()).unwrap();
    for at in 0..whole.len() {
        for flip in [1, 0x80, 0xff] {
            let mut bytes = whole.clone();
            bytes[at] ^= flip;
            fs::write(&path, bytes).unwrap();
            assert!(open(folder.path()).is_err(), "byte {at} changed by {flip}");
            // What it still answers before that is found is right.
            if let Ok(mut tables) = Endgames::<sets::Dama>::open(folder.path()) {
                for position in some_positions::<sets::Dama>(at as u64, 2, 20) {
                    if let Some(value) = tables.exact(&position) {
                        assert_eq!(Some(value), solved.value(&position));
                    }
                }
            }
        }
        fs::write(&path, &whole[..at]).unwrap();
        assert!(open(folder.path()).is_err(), "cut to {at} bytes");
    }
    fs::write(&path, [&whole[..], b"\0"].concat()).unwrap();
    assert!(open(folder.path()).is_err(), "one byte more");
}

#[test]
fn a_head_that_lies_with_a_right_checksum_is_no_reason_to_panic() {
    let (folder, _) = tables::<sets::Dama>(2);
    let path = folder.path().join(table_file_name(GameId::Dama, 2));
    let whole = fs::read(&path).unwrap();
    let head = u32::from_le_bytes(whole[20..24].try_into().unwrap()) as usize;
    for at in 24..head - 4 {
        for flip in [1, 0x10, 0x80, 0xff] {
            let mut bytes = whole.clone();
            bytes[at] ^= flip;
            let checksum = crc32fast::hash(&bytes[..head - 4]);
            bytes[head - 4..head].copy_from_slice(&checksum.to_le_bytes());
            fs::write(&path, bytes).unwrap();
            if let Ok(mut tables) = Endgames::<sets::Dama>::open(folder.path()) {
                let _ = tables.check();
                for position in some_positions::<sets::Dama>(at as u64, 2, 20) {
                    tables.exact(&position);
                }
            }
        }
    }
}

#[test]
fn files_that_are_something_else_say_what() {
    let (folder, _) = tables::<sets::Italian>(2);
    let nothing = Endgames::<sets::Dama>::open(folder.path()).unwrap_err();
    assert!(matches!(
        nothing,
        TableError::Nothing {
            game: GameId::Dama,
            ..
        }
    ));
    let dama = folder.path().join(table_file_name(GameId::Dama, 2));
    fs::rename(
        folder.path().join(table_file_name(GameId::Italian, 2)),
        &dama,
    )
    .unwrap();
    let other = open(folder.path()).unwrap_err();
    assert!(
        other
            .to_string()
            .contains("it holds \"italian with 2 pieces\", expected \"dama with 2 pieces\""),
        "{other}"
    );
    let mut newer = fs::read(&dama).unwrap();
    newer[16] = 9;
    fs::write(&dama, newer).unwrap();
    let version = open(folder.path()).unwrap_err();
    assert!(matches!(version, TableError::Version { found: 9, .. }));
    for foreign in ["", "x", "a longer text, but not one of ours"] {
        fs::write(&dama, foreign).unwrap();
        assert!(matches!(
            open(folder.path()),
            Err(TableError::Foreign { .. })
        ));
    }
    fs::remove_file(&dama).unwrap();
    fs::create_dir(&dama).unwrap();
    assert!(matches!(
        open(folder.path()),
        Err(TableError::Foreign { .. })
    ));
    fs::remove_dir(&dama).unwrap();
    // A named pipe that nobody writes to: whoever opened it would wait for ever.
    let pipe = Command::new("mkfifo").arg(&dama).status().unwrap();
    assert!(pipe.success());
    assert!(matches!(
        open(folder.path()),
        Err(TableError::Foreign { .. })
    ));
}

#[test]
fn verify_says_what_each_move_is_worth_best_first() {
    let args = ["moves", "--exact", "--fen", "W:WK32,K22:BK1"];
    let said = verify(&args);
    assert_eq!(said.code, 0, "{}", said.complaint);
    let fen = Dama::read_fen("W:WK32,K22:BK1").unwrap();
    let mut solved = Solved::<sets::Dama>::up_to(3).unwrap();
    let valued = exact_moves(&mut solved, &fen).unwrap();
    assert_eq!(said.out.lines().count(), valued.len());
    for (line, (mv, value)) in said.out.lines().zip(&valued) {
        let (text, value) = match value {
            Exact::Win(plies) => (fen.write_move(*mv), format!("win in {plies}")),
            Exact::Draw => (fen.write_move(*mv), "draw".to_owned()),
            Exact::Loss(plies) => (fen.write_move(*mv), format!("loss in {plies}")),
        };
        assert!(line.starts_with(&text) && line.ends_with(&value), "{line}");
    }
    let said = verify(&[&args[..], &["--json"]].concat());
    let line: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(line["moves"], json!(fen.write_moves()));
    assert_eq!(
        line["value"]["plies"].as_u64(),
        line["exact"][0]["plies"].as_u64()
    );
    assert_eq!(line["exact"][0]["result"], "win");
    assert_eq!(line["exact"][0]["move"], fen.write_move(valued[0].0));
}

#[test]
fn verify_takes_tables_and_says_when_none_reaches_a_position() {
    let (folder, _) = tables::<sets::Italian>(3);
    let dir = folder.path().to_str().unwrap();
    let few = [
        "moves",
        "--exact",
        "--game",
        "italian",
        "--fen",
        "W:WK32:B5",
    ];
    let with = verify(&[&few[..], &["--endgames", dir]].concat());
    assert_eq!(with.code, 0, "{}", with.complaint);
    assert_eq!(with.out, verify(&few).out);
    let italian = Italian::read_fen("W:WK32:B5").unwrap();
    assert_eq!(with.out.lines().count(), italian.legal_moves().len());

    for (args, complaint) in [
        (
            &["--exact"][..],
            "without tables nobody knows positions of 24 pieces; make tables with scripts/endgames DIR",
        ),
        (
            &["--exact", "--endgames", dir, "--game", "italian"],
            "do not hold positions of 24 pieces",
        ),
        (
            &["--exact", "--endgames", dir],
            "there are no endgame tables for dama",
        ),
        (
            &["--exact", "--game", "quoridor"],
            "endings of quoridor are not solved",
        ),
        (
            &["--exact", "--game", "international"],
            "endings of international are not solved",
        ),
        (&["--endgames", dir], "--exact"),
    ] {
        let said = verify(&[&["moves"], args].concat());
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{args:?}");
        assert!(said.complaint.contains(complaint), "{}", said.complaint);
    }

    let table = folder.path().join(table_file_name(GameId::Italian, 2));
    let mut bytes = fs::read(&table).unwrap();
    let last = bytes.len() - 5;
    bytes[last] ^= 1;
    fs::write(&table, bytes).unwrap();
    // A position whose moves lead into the damaged block.
    let mut tables = Endgames::<sets::Italian>::open(folder.path()).unwrap();
    let mut is_hit = |fen: &String| {
        Italian::read_fen(fen).is_ok_and(|position| {
            let mut next = position.legal_moves().into_iter();
            next.any(|mv| tables.value(&position.after(mv)).is_err())
        })
    };
    let fen = (1..=32)
        .flat_map(|white| (1..=32).map(move |black| (white, black)))
        .flat_map(|(white, black)| ["", "K"].map(|king| format!("W:W{king}{white}:B{king}{black}")))
        .find(&mut is_hit)
        .expect("some position is in the last block");
    let args = [
        "moves",
        "--exact",
        "--game",
        "italian",
        "--endgames",
        ".",
        "--fen",
    ];
    let said = verify_in(folder.path(), &[&args[..], &[&fen]].concat());
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{fen}");
    assert!(
        said.complaint.contains("italian-2.endgames: damaged"),
        "{}",
        said.complaint
    );
}
