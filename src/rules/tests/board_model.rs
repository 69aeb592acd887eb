//! What a model of boards finds wrong in the text of a board.

use arbitro_rules::notation::{BoardCause, Model, Turn};
use arbitro_rules::{Look, Sign, SignOwner};

const BEFORE: &str = "...\nx..\noxo";

fn model(spaced: bool) -> Model {
    let sign = |is| Sign { is, shape: None, title: None };
    let signs = [('x', SignOwner::X), ('o', SignOwner::O), ('.', SignOwner::Empty)];
    let signs = signs.map(|(name, is)| (name, sign(is))).into_iter().collect();
    let look = Look { signs, spaced, ..Look::default() };
    let board = if spaced { ". . .\nx . ." } else { BEFORE };
    Model::from_boards(&look, [board]).unwrap()
}

#[test]
fn a_text_of_another_shape_or_with_other_signs_is_told_by_its_first_fault() {
    let model = model(false);
    assert_eq!(model.faults("xxx\n...\noxo"), []);
    for (text, kind) in [
        ("hello world", "line_count"),
        ("...\nx..\noxo\n...", "line_count"),
        ("...\nx.\noxo", "row_length"),
        ("...\nX..\noxo", "unknown_sign"),
    ] {
        assert_eq!(model.faults(text)[0].kind(), kind, "{text:?}");
    }
}

#[test]
fn one_cause_explains_all_faults() {
    let (model, spaced) = (model(false), model(true));
    for (text, cause) in [
        (". . .\nx . .\no x o", BoardCause::Separators),
        ("...\nx..\noxo\n...\nx.x\noxo", BoardCause::SeveralBoards),
        ("...\nx..\noxo\n\n...\nx.x\noxo", BoardCause::SeveralBoards),
        ("('...\\nx..\\noxo', '')", BoardCause::Literal),
        ("\"...\\nx..\\noxo\"", BoardCause::Literal),
        ("['...', 'x..', 'oxo']", BoardCause::Literal),
        ("None", BoardCause::Literal),
    ] {
        assert_eq!(model.cause(text), Some(cause), "{text:?}");
    }
    assert_eq!(spaced.cause("...\nx.."), Some(BoardCause::NoSeparators));
    assert_eq!(spaced.faults(". .x.\nx . .")[0].kind(), "bad_separator");
    for text in ["hello world", "...\nx..", "...\nX..\noxo"] {
        assert_eq!(model.cause(text), None, "{text:?}");
    }
}

#[test]
fn a_turned_board_is_told_unless_the_board_before_looks_the_same_turned() {
    let is_reached = |board: &str| board == "...\nxo.\noxo";
    let turned = |text: &str, before: &str| Model::turns(text, before, is_reached);
    let by = |turn| Some(BoardCause::Turned(vec![turn], Vec::new()));
    assert_eq!(turned("oxo\nxo.\n...", BEFORE), by(Turn::UpsideDown));
    assert_eq!(turned("...\n.ox\noxo", BEFORE), by(Turn::Mirrored));
    assert_eq!(turned("oxo\n.ox\n...", BEFORE), by(Turn::Half));
    assert_eq!(turned("...\n.ox\noxo", "...\n...\noxo"), None);
    assert_eq!(turned("...\nx.o\noxo", BEFORE), None);
}

#[test]
fn boards_show_their_signs_and_boards_of_several_shapes_nothing() {
    let look = Look::default();
    let unnamed = Model::from_boards(&look, ["..\n..", "..\nx."]).unwrap();
    assert_eq!(unnamed.faults(".x\n.."), []);
    assert_eq!(unnamed.faults("..\n.o")[0].place(), (Some(2), Some(2)));
    let ragged = Model::from_boards(&look, ["..\n...", "x.\n..."]).unwrap();
    assert_eq!(ragged.faults("..\n..")[0].place(), (Some(2), None));
    assert!(Model::from_boards(&look, ["..\n...", ".."]).is_none());
    assert!(Model::from_boards(&look, ["..\n..", "..."]).is_none());
}
