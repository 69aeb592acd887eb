//! PDN as PDN 3.0 restricts what programs write.

use arbitro_records::{Hints, ReplayedMatch, read_bytes, write_pdn};
use arbitro_records::{MatchRecord, RECORD_VERSION};
use arbitro_rules::with_game;
use arbitro_rules::{GameId, Player};

use super::records_round_trips::{random_record, shown};

const WINNERS: [Option<&str>; 3] = [Some("x"), Some("o"), None];

fn draughts() -> impl Iterator<Item = GameId> {
    GameId::ALL.into_iter().filter(|it| it.is_draughts())
}

/// A record without moves that people ended.
fn ended(game: GameId, winner: Option<&str>) -> MatchRecord {
    MatchRecord {
        v: RECORD_VERSION,
        game: game.name().to_owned(),
        winner: winner.map(Into::into),
        reason: Some(winner.map_or("agreed", |_| "resigned").into()),
        ..MatchRecord::default()
    }
}

fn written(shown: &ReplayedMatch) -> String {
    let mut file = Vec::new();
    write_pdn(&mut file, shown, Some("dama, swiss, seed 5")).unwrap();
    String::from_utf8(file).unwrap()
}

fn read(pdn: &str) -> ReplayedMatch {
    let read = read_bytes(pdn.as_bytes().to_vec(), &Hints::default()).unwrap();
    assert_eq!(read.len(), 1);
    read.see(0).unwrap()
}

fn tag<'a>(pdn: &'a str, name: &str) -> Option<&'a str> {
    let start = format!("[{name} \"");
    let value = pdn.lines().find_map(|line| line.strip_prefix(&*start))?;
    value.strip_suffix("\"]")
}

#[test]
fn results_are_points_in_international_draughts_and_game_points_elsewhere() {
    for game in draughts() {
        let results = match game {
            GameId::International => ["2-0", "0-2", "1-1"],
            _ => ["1-0", "0-1", "1/2-1/2"],
        };
        for (winner, result) in WINNERS.into_iter().zip(results) {
            let pdn = written(&shown(&ended(game, winner)));
            assert_eq!(tag(&pdn, "Result"), Some(result), "{game}");
        }
    }
}

#[test]
fn the_first_number_is_the_first_players_who_is_black_in_english_draughts() {
    let pdn = written(&shown(&ended(GameId::English, Some("x"))));
    assert_eq!(tag(&pdn, "Result"), Some("1-0"));
    assert_eq!(read(&pdn).summary.winner, Some(Player::X));
    // Whatever names the game.
    let named = "[Result \"1-0\"]\n[Termination \"resigned\"]\n[ArbitroGame \"english\"]\n\n1. 9-14 22-18 1-0\n";
    let back = read(named);
    assert_eq!(back.summary.winner, Some(Player::X));
    assert_eq!(read(&written(&back)).summary.winner, Some(Player::X));
}

#[test]
fn a_result_of_ours_that_the_last_position_contradicts_is_told_in_english_draughts_too() {
    let pdn = |ours: &str| {
        format!("[Result \"0-1\"]\n[GameType \"21\"]\n[FEN \"B:W7:B2\"]\n{ours}\n1. 2x11 *\n")
    };
    assert_eq!(read(&pdn("")).wrong, None);
    let wrong = read(&pdn("[ArbitroMatch \"1\"]\n")).wrong.unwrap();
    assert_eq!(wrong.written.as_deref(), Some("0-1"));
}

#[test]
fn a_star_ends_every_game_and_the_result_is_a_tag() {
    for game in draughts() {
        let pdn = written(&shown(&with_game!(game, G => random_record::<G>(1))));
        assert!(pdn.ends_with(" *\n\n"), "{pdn}");
        assert_eq!(read(&pdn).remarks, [], "{pdn}");
    }
    // A result that stood only after the moves is not lost.
    let bare = read("[GameType \"20\"]\n\n1. 32-28 19-23 0-1\n");
    assert_eq!(tag(&written(&bare), "Result"), Some("0-2"));
    let both_lost = read("[GameType \"20\"]\n[Result \"0-0\"]\n\n1. 32-28 19-23 *\n");
    assert_eq!(tag(&written(&both_lost), "Result"), Some("0-0"));
}

#[test]
fn captures_have_the_separator_of_their_game_and_squares_their_notation() {
    for game in draughts() {
        let (sign, other) = match game {
            GameId::Russian => (':', 'x'),
            _ => ('x', ':'),
        };
        let is_algebraic = matches!(game, GameId::Russian | GameId::Brazilian | GameId::Czech);
        let mut captures = 0;
        for seed in 0..20 {
            let pdn = written(&shown(&with_game!(game, G => random_record::<G>(seed))));
            let (_, moves) = pdn.split_once("\n\n").unwrap();
            assert!(!moves.contains(other), "{pdn}");
            captures += moves.matches(sign).count();
            let words = moves.split_whitespace().filter(|word| !word.ends_with('.'));
            for word in words.filter(|word| *word != "*") {
                let squares: Vec<&str> = word.split(['-', sign]).collect();
                assert!(squares.len() > 1, "{word}");
                for square in squares {
                    let number =
                        square.strip_prefix(|square| is_algebraic && ('a'..='h').contains(&square));
                    let number = number.unwrap_or(if is_algebraic { "" } else { square });
                    assert!(!number.starts_with('0'), "{word}");
                    assert!(number.parse::<u8>().is_ok(), "{word}");
                }
            }
        }
        assert!(captures > 0, "{game}");
    }
}

#[test]
fn the_event_is_the_tournament_and_a_date_is_written_only_where_it_is_known() {
    let pdn = written(&shown(&ended(GameId::Italian, None)));
    assert_eq!(tag(&pdn, "Event"), Some("dama, swiss, seed 5"));
    assert_eq!(tag(&pdn, "Date"), None);
    let dated = "[Event \"e\"]\n[Date \"1996.12.28\"]\n[GameType \"22\"]\n\n1. 22-18 12-15 *\n";
    let pdn = written(&read(dated));
    assert_eq!((tag(&pdn, "Event"), tag(&pdn, "Date")), (Some("e"), Some("1996.12.28")));
}

#[test]
fn a_tag_names_the_game_once() {
    for game in draughts() {
        let pdn = written(&shown(&ended(game, None)));
        let number = tag(&pdn, "GameType");
        let ours = tag(&pdn, "ArbitroGame");
        assert_eq!(number.is_some(), ours.is_none(), "{pdn}");
        assert_eq!(read(&pdn).game, game);
    }
}

#[test]
fn fen_is_read_in_its_public_forms_and_written_in_the_plain_one() {
    let plain = "W:W28,K31,32,33:BK5,17,18";
    for fen in [
        plain,
        "W:W28,K31,32-33:B17-18,K5",
        "W:BK5,17-18:W28,K31,32,33.",
        " W : W 28, K31, 32 - 33 : B K5, 17, 18 .",
        "W:W28,K31,32,33:BK5,17,18:H0:F1",
        "\\\"W:W28,K31,32,33:BK5,17,18\\\"",
    ] {
        let match_ = read(&format!("[GameType \"20\"]\n[FEN \"{fen}\"]\n\n1. 28-23 *\n"));
        assert_eq!(match_.claim.start.as_deref(), Some(plain), "{fen}");
    }
    for start in [plain, "w: w28,K31-31,32-33 : bK5,17-18."] {
        let record =
            MatchRecord { start: Some(start.to_owned()), ..ended(GameId::International, None) };
        let pdn = written(&shown(&record));
        assert_eq!(tag(&pdn, "FEN"), Some(plain), "{pdn}");
    }
}
