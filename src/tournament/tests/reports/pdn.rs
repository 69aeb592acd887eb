//! `games.pdn`, read back by a reader that knows no more than PDN.

use arbitro_rules::notation::Notation;
use arbitro_rules::with_game;
use arbitro_rules::{GameId, card};

use super::{folder, written_pdn};
use arbitro_testkit::folders::records;

#[test]
fn games_read_back_are_the_games_that_were_played() {
    for game in GameId::ALL {
        // Not draughts: there is no such file.
        if game == GameId::Quoridor {
            continue;
        }
        let folder = folder(game);
        let pdn = written_pdn(folder.path());
        assert!(pdn.lines().filter(|line| !line.starts_with('[')).all(|line| line.len() <= 80));
        let all = records(folder.path());
        let games = games(&pdn);
        assert_eq!(games.len(), all.len());
        for (record, read) in all.iter().zip(&games) {
            with_game!(game, G => {
                let same = read.moves.join(" ");
                assert_eq!(moves::<G>(&record.moves), moves::<G>(&same), "{same}");
            });
            let players = record.players.as_ref().unwrap();
            let x_is_white = card(game).player_1_is_white;
            let (white, black) = if x_is_white {
                (&players.x.name, &players.o.name)
            } else {
                (&players.o.name, &players.x.name)
            };
            assert_eq!((read.tag("White"), read.tag("Black")), (Some(&**white), Some(&**black)));
            let result = match (record.winner.as_deref(), game) {
                (None, GameId::International) => "1-1",
                (Some("x"), GameId::International) => "2-0",
                (Some(_), GameId::International) => "0-2",
                (None, _) => "1/2-1/2",
                (Some("x"), _) => "1-0",
                (Some(_), _) => "0-1",
            };
            assert_eq!(read.tag("Result"), Some(result));
            let event = format!("{game}, round-robin, seed ");
            assert!(read.tag("Event").unwrap().starts_with(&event));
            assert_eq!(read.tag("Date"), None);
            assert_eq!(read.tag("Termination"), record.reason.as_deref());
            let id = record.id.as_ref().unwrap().to_string();
            assert_eq!(read.tag("ArbitroMatch"), Some(&*id));
        }
        let number = games[0].tag("GameType");
        let expected = match game {
            GameId::International => Some("20"),
            GameId::English => Some("21"),
            GameId::Italian => Some("22"),
            GameId::Russian => Some("25"),
            GameId::Brazilian => Some("26"),
            GameId::Pool => Some("23"),
            GameId::Spanish => Some("24"),
            GameId::Czech => Some("29"),
            GameId::Thai => Some("31"),
            _ => None,
        };
        assert_eq!(number, expected, "{game}");
        assert!(!games.iter().flat_map(|game| &game.moves).any(|it| it.contains('(')));
    }
}

/// The moves of a text, which all must be legal.
fn moves<G: Notation>(text: &str) -> Vec<G::Move> {
    let mut position = G::start();
    let mut moves = Vec::new();
    for text in text.split(' ').filter(|part| !part.is_empty()) {
        let mv = position.read_move(text, &mut Vec::new()).unwrap();
        moves.push(mv);
        position = position.after(mv);
    }
    moves
}

/// A game as a simple reader of PDN understands it.
#[derive(Default)]
pub(crate) struct ReadGame {
    tags: Vec<(String, String)>,
    pub(crate) moves: Vec<String>,
}

impl ReadGame {
    pub(crate) fn tag(&self, name: &str) -> Option<&str> {
        let mut tags = self.tags.iter();
        tags.find(|(tag, _)| tag == name).map(|(_, value)| &**value)
    }
}

pub(crate) fn games(pdn: &str) -> Vec<ReadGame> {
    let mut games: Vec<ReadGame> = Vec::new();
    let mut was_tag = false;
    let mut was_number = false;
    for line in pdn.lines() {
        if let Some(tag) = line.strip_prefix('[') {
            if !was_tag {
                games.push(ReadGame::default());
            }
            let (name, value) = tag.split_once(" \"").unwrap();
            let tag = (name.to_owned(), quoted(value));
            games.last_mut().unwrap().tags.push(tag);
            was_tag = true;
            continue;
        }
        was_tag = false;
        let game = games.last_mut().unwrap();
        let line = line.split('{').next().unwrap().to_owned()
            + line.split_once('}').map_or("", |(_, rest)| rest);
        for word in line.split_whitespace() {
            let was_number = std::mem::replace(&mut was_number, word.ends_with('.'));
            match word {
                "*" => {}
                number if number.ends_with('.') => {
                    let expected = format!("{}.", game.moves.len() / 2 + 1);
                    assert_eq!(number, expected);
                }
                word => {
                    let is_first = game.moves.len().is_multiple_of(2);
                    assert_eq!(was_number, is_first, "{line}");
                    game.moves.push(word.to_owned());
                }
            }
        }
    }
    games
}

/// A value up to the quote that ends it, which must end the tag.
fn quoted(text: &str) -> String {
    let mut value = String::new();
    let mut letters = text.chars();
    loop {
        match letters.next().unwrap() {
            '"' => break,
            '\\' => value.push(letters.next().unwrap()),
            letter => value.push(letter),
        }
    }
    assert_eq!(letters.as_str(), "]", "{text}");
    value
}
