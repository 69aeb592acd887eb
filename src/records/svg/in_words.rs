//! Describes boards for people who do not see the drawing.

use super::grid;
use crate::words::RecordMessage;
use arbitro_rules::notation::{Scene, Tile};
use arbitro_rules::quoridor::Direction;
use arbitro_rules::{Look, Player, Shape, Square};
use arbitro_words::{Language, say};

/// Lists what stands on a board, its walls and the marks.
pub(super) fn in_words(scene: &Scene<'_>, language: Language) -> String {
    if let Some(look) = scene.look {
        return signs_in_words(scene, look, language);
    }
    let named = |places: &mut dyn Iterator<Item = Square>| -> String {
        places.map(scene.place_name).collect::<Vec<_>>().join(" ")
    };
    let cells = |is_it: &dyn Fn(Tile) -> bool| {
        named(&mut scene.tiles().filter(|(_, tile)| is_it(*tile)).map(|(place, _)| place))
    };
    let part = |what: RecordMessage, places: String| {
        (!places.is_empty()).then(|| format!("{} {places}", say(&what, language)))
    };
    let mut parts = Vec::new();
    for (player, index) in [(Player::X, 0), (Player::O, 1)] {
        if let Some(walls) = scene.walls_left {
            let (pawns, walls) = (cells(&|tile| tile.owner == Some(player)), walls[index]);
            parts.push(say(&RecordMessage::Pawns { player, pawns, walls }, language).into_owned());
            continue;
        }
        for (shape, what) in [
            (Shape::Man, RecordMessage::Men { player }),
            (Shape::King, RecordMessage::Kings { player }),
        ] {
            let is_it = |it: Tile| it.owner == Some(player) && it.shape == Some(shape);
            parts.extend(part(what, cells(&is_it)));
        }
    }
    let along = |direction| cells(&|tile| tile.middle == Some(direction));
    parts.extend(part(RecordMessage::WallsAbove, along(Direction::Horizontal)));
    parts.extend(part(RecordMessage::WallsRight, along(Direction::Vertical)));
    parts.extend(part(RecordMessage::Marked, named(&mut scene.marks.iter().copied())));
    parts.join("; ")
}

/// Lists the cells that hold something, of a game that is not compiled in.
fn signs_in_words(scene: &Scene<'_>, look: &Look, language: Language) -> String {
    let mut all: Vec<(String, Vec<String>)> = Vec::new();
    for (place, tile) in scene.tiles().filter(|(_, it)| !it.is_empty) {
        let title = grid::title(look, tile, language);
        let what = title.map_or_else(|| tile.sign.to_string(), str::to_owned);
        let place = (scene.place_name)(place);
        match all.iter_mut().find(|(it, _)| *it == what) {
            Some((_, places)) => places.push(place),
            None => all.push((what, vec![place])),
        }
    }
    let parts = all.into_iter().map(|(what, places)| format!("{what}: {}", places.join(" ")));
    parts.collect::<Vec<_>>().join("; ")
}
