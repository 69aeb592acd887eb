//! Scenes: what is drawn of a board, in every form.

use arbitro_rules::draughts::{Dama, International, Italian};
use arbitro_rules::notation::{Notation, Scene};
use arbitro_rules::quoridor::Quoridor;
use arbitro_rules::{Look, Square};

fn start<G: Notation>() -> Scene<'static> {
    G::scene(&G::setup(&G::start().board()))
}

#[test]
fn marks_outside_the_board_are_dropped() {
    let corner = Square::new(7, 7);
    let marks = [Square::new(8, 0), corner, Square::new(0, 200)];
    assert_eq!(start::<Dama>().marked(&marks).marks, [corner]);
    assert_eq!(start::<Quoridor>().marked(&marks).marks, [Square::new(8, 0), corner]);
    assert!(Scene::of_text("x".to_owned()).marked(&marks).marks.is_empty());
}

#[test]
fn rows_of_numbered_cells_are_named_by_their_leftmost_one() {
    let names = |scene: Scene<'_>| [scene.row_name(0), scene.row_name(1), scene.column_name(1)];
    assert_eq!(names(start::<Italian>()), ["29", "25", " "]);
    assert_eq!(names(start::<International>()), ["46", "41", " "]);
    assert_eq!(names(start::<Dama>()), ["0", "1", "1"]);
    assert_eq!(names(start::<Quoridor>()), ["1", "2", "b"]);
}

#[test]
fn a_board_of_signs_has_cells_however_its_last_line_ends() {
    let look = Look::default();
    for board in ["x.\n.o", "x.\n.o\n", "x.\r\n.o\r\n"] {
        let scene = Scene::of_signs(&look, board.as_bytes()).unwrap();
        assert_eq!(scene.tiles().map(|(_, it)| it.sign).collect::<String>(), ".ox.", "{board:?}");
    }
    let text = Scene::of_signs(&look, b"x.\n.").unwrap();
    assert_eq!((text.cells.len(), &*text.text), (0, "x.\n."), "lines of different lengths");
    assert!(Scene::of_signs(&look, b"\xff").is_none());
}
