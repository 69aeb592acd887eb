//! The tournament of a class: who gets the bonus.

use arbitro_grade::contest::Ranking;
use arbitro_grade::dossier::{Bonus, Place, Rung};
use arbitro_words::{Language, say};

/// The ranking of players with these places, by the numbers 0, 1, ...
fn ranking(places: &[u32]) -> Ranking {
    let place = |(number, place): (usize, &u32)| {
        let place = Place {
            place: *place,
            of: places.len() as u32,
            points: 0.0,
            matches: Rung::default(),
            bonus: Bonus::No,
        };
        (format!("{number:02}"), (String::new(), place))
    };
    let mut ranking = Ranking {
        places: places.iter().enumerate().map(place).collect(),
        close: None,
        is_new: false,
    };
    ranking.give_bonus();
    ranking
}

fn with(ranking: &Ranking, bonus: Bonus) -> Vec<&str> {
    let those = ranking.places.iter().filter(|(_, (_, it))| it.bonus == bonus);
    those.map(|(number, _)| number.as_str()).collect()
}

#[test]
fn the_bonus_is_for_15_per_cent_and_for_one_at_least() {
    let all: Vec<u32> = (1..=20).collect();
    assert_eq!(with(&ranking(&all), Bonus::Yes), ["00", "01", "02"]);
    assert_eq!(with(&ranking(&[2, 1, 3]), Bonus::Yes), ["01"]);
    assert_eq!(ranking(&all).open(), (Vec::new(), 0));
}

#[test]
fn equals_share_the_bonus_if_there_is_room_for_all_of_them() {
    let twenty = |first: [u32; 5]| ranking(&[&first[..], &[6; 15]].concat());
    let three = twenty([1, 1, 1, 4, 5]);
    assert_eq!(with(&three, Bonus::Yes), ["00", "01", "02"]);
    assert!(three.unsure_bonus().is_none());
    let four = twenty([1, 2, 3, 3, 5]);
    assert_eq!(with(&four, Bonus::Yes), ["00", "01"]);
    assert_eq!(four.open(), (vec!["02", "03"], 1));
    // Everyone has drawn everything.
    let all = ranking(&[1; 10]);
    assert_eq!(with(&all, Bonus::Yes), [""; 0]);
    let said = say(&all.unsure_bonus().unwrap(), Language::English);
    assert!(said.starts_with("the bonus: 10 are equal, and there is room for 1: 00, 01"));
}
