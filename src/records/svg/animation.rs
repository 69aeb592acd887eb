//! Animates a whole match in one drawing: each piece once, with the times at which it moves, is
//! captured or is crowned. Uses no script, so every SVG viewer shows it.

use maud::{Markup, html};

use super::draughts::part;
use super::quoridor::{GAP, SQUARE, STEP};
use super::{Drawing, document};
use crate::playthrough::Playthrough;
use arbitro_rules::notation::quoridor::QuoridorSetup;
use arbitro_rules::notation::{Cell, Picture};
use arbitro_rules::quoridor::Direction;
use arbitro_rules::{Player, Square};
use arbitro_words::{Language, say};

/// Seconds for a ply; the piece moves during the first half.
const PLY: f64 = 0.8;
/// Seconds that the last board stays before the animation starts again.
const REST: f64 = 4.0;

/// A piece, pawn or wall, and its changes during the match.
struct Actor {
    cell: Cell,
    at: Square,
    /// Times and places, beginning with the start.
    ways: Vec<(f64, Square)>,
    taken: Option<f64>,
    crowned: Option<f64>,
}

/// Converts the match's seconds into fractions of the animation.
struct Clock {
    whole: f64,
}

impl Clock {
    fn share(&self, seconds: f64) -> f64 {
        (seconds / self.whole).clamp(0.0, 1.0)
    }
}

/// The second at which a ply begins, the first being 0.
fn begin_of(ply: usize) -> f64 {
    (ply as f64 + 1.0) * PLY
}

/// Animates a match; `None` if it has no board.
pub fn animation(shown: &Playthrough) -> Option<String> {
    let first = shown.positions.first()?;
    let picture = shown.game.picture(&first.board);
    let drawing = Drawing::of_shown(&shown.game);
    let clock = Clock { whole: begin_of(shown.moves.len()) + REST };
    let content = match &picture {
        Picture::Draughts(setup) => {
            let cells = setup.iter().filter(|(_, cell)| *cell != Cell::Empty);
            let size = setup.size;
            let actors = actors(shown, cells);
            html! {
                title { (say(&shown.title, Language::English)) }
                use href="#board" {}
                @for actor in &actors { (piece(actor, size, &clock)) }
            }
        }
        Picture::Quoridor(setup) => quoridor(shown, setup, &clock),
        Picture::Grid(_) | Picture::Text(_) => written(shown, &drawing, &picture, &clock),
    };
    Some(document(&drawing, &picture, &content))
}

/// Animates a match of a game that is not compiled in: a move sets cells, or the whole board where it has no
/// cells or has become another.
fn written(shown: &Playthrough, drawing: &Drawing, first: &Picture, clock: &Clock) -> Markup {
    let mut before = first.clone();
    let boards = shown.positions.iter().skip(1).map(|it| shown.game.picture(&it.board));
    let drawn: Vec<(Markup, bool)> = boards
        .map(|after| {
            let changed = changed(drawing, &before, &after);
            let is_whole = changed.is_none();
            let drawn = changed.unwrap_or_else(|| drawing.content(&after, &[], ""));
            before = after;
            (drawn, is_whole)
        })
        .collect();
    let ends = |ply: usize| {
        let next = drawn.iter().skip(ply).position(|(_, is_whole)| *is_whole);
        next.map(|it| begin_of(ply + it))
    };
    html! {
        g {
            (shows(0.0, ends(0), clock))
            (drawing.content(first, &[], &say(&shown.title, Language::English)))
        }
        @for (ply, (drawn, _)) in drawn.iter().enumerate() {
            g visibility="hidden" {
                (shows(begin_of(ply), ends(ply + 1), clock))
                (drawn)
            }
        }
    }
}

/// Draws the cells that differ; `None` unless both boards have the same cells.
fn changed(drawing: &Drawing, before: &Picture, after: &Picture) -> Option<Markup> {
    let (Picture::Grid(before), Picture::Grid(after)) = (before, after) else {
        return None;
    };
    let sizes = |rows: &[Vec<_>]| (rows.len(), rows.first().map(Vec::len));
    if sizes(before) != sizes(after) {
        return None;
    }
    let both = before.iter().zip(after).enumerate().flat_map(|(row, (before, after))| {
        let both = before.iter().zip(after).enumerate();
        both.map(move |(column, (before, after))| (Square::at(row, column), before, after))
    });
    let new = both.filter(|(_, before, after)| before != after);
    Some(html! { @for (at, _, &tile) in new { (drawing.grid().square(after.len(), at, tile)) } })
}

fn actors(shown: &Playthrough, cells: impl Iterator<Item = (Square, Cell)>) -> Vec<Actor> {
    let mut actors: Vec<Actor> = cells
        .map(|(place, cell)| Actor {
            cell,
            at: place,
            ways: vec![(0.0, place)],
            taken: None,
            crowned: None,
        })
        .collect();
    for (ply, mv) in shown.moves.iter().enumerate() {
        let begins = begin_of(ply);
        let ends = begins + PLY / 2.0;
        for place in mv.action.taken() {
            let on_board = |it: &&mut Actor| it.taken.is_none() && it.at == *place;
            if let Some(actor) = actors.iter_mut().find(on_board) {
                actor.taken = Some(ends);
            }
        }
        let path = mv.action.path();
        let (Some(from), Some(to)) = (path.first(), path.last()) else {
            continue;
        };
        let is_mover = |it: &&mut Actor| {
            it.taken.is_none() && it.at == *from && it.cell.owner() == Some(mv.player)
        };
        let Some(actor) = actors.iter_mut().find(is_mover) else {
            continue;
        };
        let legs = (path.len() - 1) as f64;
        for (leg, place) in path.iter().enumerate() {
            actor.ways.push((begins + (ends - begins) * leg as f64 / legs.max(1.0), *place));
        }
        actor.at = *to;
        if mv.action.crowns() {
            actor.crowned = Some(ends);
        }
    }
    actors
}

fn piece(actor: &Actor, size: usize, clock: &Clock) -> Markup {
    let place = |it: Square| (it.column.into(), (size - 1 - usize::from(it.row)) as f64);
    let (x, y) = place(actor.at_first());
    let king = match actor.cell {
        Cell::Man(player) => Cell::King(player),
        other => other,
    };
    html! {
        g transform=(format!("translate({x} {y})")) {
            (moves(actor, clock, &place))
            (shows(0.0, actor.taken, clock))
            @match actor.crowned {
                None => {
                    @if let Some(part) = part(actor.cell) { use href=(part) {} }
                }
                Some(crowned) => {
                    @if let Some(part) = part(actor.cell) {
                        g { (shows(0.0, Some(crowned), clock)) use href=(part) {} }
                    }
                    @if let Some(part) = part(king) {
                        g visibility="hidden" { (shows(crowned, None, clock)) use href=(part) {} }
                    }
                }
            }
        }
    }
}

impl Actor {
    fn at_first(&self) -> Square {
        self.ways.first().map_or(self.at, |it| it.1)
    }
}

/// Animates an actor's moves, if it has any.
fn moves(actor: &Actor, clock: &Clock, place: &dyn Fn(Square) -> (f64, f64)) -> Markup {
    if actor.ways.len() < 2 {
        return Markup::default();
    }
    let mut values = Vec::new();
    let mut times = Vec::new();
    for &(seconds, point) in &actor.ways {
        let (x, y) = place(point);
        values.push(format!("{x} {y}"));
        times.push(number(clock.share(seconds)));
    }
    values.extend(values.last().cloned());
    times.push("1".to_owned());
    html! {
        animateTransform attributeName="transform" type="translate" repeatCount="indefinite"
            dur=(seconds(clock.whole)) values=(values.join(";")) keyTimes=(times.join(";")) {}
    }
}

/// Shows its content only from one time to another.
fn shows(from: f64, to: Option<f64>, clock: &Clock) -> Markup {
    let mut values = Vec::new();
    let mut times = Vec::new();
    if from > 0.0 {
        values.push("hidden");
        times.push("0".to_owned());
    }
    values.push("visible");
    times.push(number(clock.share(from)));
    if let Some(to) = to {
        values.push("hidden");
        times.push(number(clock.share(to)));
    }
    if values.len() < 2 {
        return Markup::default();
    }
    html! {
        animate attributeName="visibility" calcMode="discrete" repeatCount="indefinite"
            dur=(seconds(clock.whole)) values=(values.join(";")) keyTimes=(times.join(";")) {}
    }
}

fn number(value: f64) -> String {
    let text = format!("{value:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    text.to_owned()
}

fn seconds(value: f64) -> String {
    format!("{}s", number(value))
}

fn quoridor(shown: &Playthrough, setup: &QuoridorSetup, clock: &Clock) -> Markup {
    let size = setup.size;
    // The board without its pawns, which move.
    let mut empty = setup.clone();
    for row in &mut empty.pawns {
        row.fill(None);
    }
    let drawing = Drawing::of_shown(&shown.game);
    let board = drawing.content(
        &Picture::Quoridor(Box::new(empty)),
        &[],
        &say(&shown.title, Language::English),
    );
    let pawns = [Player::X, Player::O].into_iter().flat_map(|player| {
        let of = setup.pawns_of(player).into_iter();
        of.map(move |place| (place, Cell::Man(player)))
    });
    let pawns = actors(shown, pawns);
    let corner = |it: Square| {
        let (row, column) = it.indices();
        ((column * STEP) as f64, (size.saturating_sub(1 + row) * STEP) as f64)
    };
    let placed =
        shown.moves.iter().enumerate().filter_map(|(ply, mv)| Some((ply, mv.action.wall()?)));
    html! {
        (board)
        @for (ply, (at, direction)) in placed {
            @let (x, y) = corner(at);
            @let (long, thin) = (2 * SQUARE + GAP, GAP);
            g visibility="hidden" {
                (shows(begin_of(ply), None, clock))
                @match direction {
                    Direction::Horizontal => rect .po x=(x) y=(y - GAP as f64) width=(long) height=(thin) {},
                    Direction::Vertical => rect .po x=(x + SQUARE as f64) y=(y - STEP as f64) width=(thin) height=(long) {},
                }
            }
        }
        @for pawn in &pawns {
            @let (x, y) = corner(pawn.at_first());
            g transform=(format!("translate({x} {y})")) {
                (moves(pawn, clock, &corner))
                circle cx=(SQUARE / 2) cy=(SQUARE / 2) r="34" style="stroke-width:5"
                    class=(if pawn.cell.owner() == Some(Player::X) { "px" } else { "po" }) {}
            }
        }
    }
}
