//! A file as the parser's tree, with a bound on the work: the parser mends broken code, and that can
//! take long on code made to be broken. The bound counts steps, not time, so that the same file
//! always gives the same answer.

use std::ops::ControlFlow;

use tree_sitter::{Node, ParseOptions, ParseState, Parser, Tree};

/// Steps that every file has, how many bytes give one more, and the most. A step is some hundred
/// operations of the parser; honest files take one for every hundred bytes.
const STEPS: usize = 2_000;
const BYTES_A_STEP: usize = 20;
const MAX_STEPS: usize = 45_000;

/// The tree of a file; `None` when the work was given up.
pub(crate) fn parse(bytes: &[u8]) -> Option<Tree> {
    let mut parser = Parser::new();
    // The versions go together: a test would say so if they did not.
    parser.set_language(&tree_sitter_cpp::LANGUAGE.into()).ok()?;
    let most = (STEPS + bytes.len() / BYTES_A_STEP).min(MAX_STEPS);
    let mut steps = 0;
    let mut count = |_: &ParseState| {
        steps += 1;
        if steps > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let options = ParseOptions::new().progress_callback(&mut count);
    let mut text = |at: usize, _| bytes.get(at..).unwrap_or_default();
    parser.parse_with_options(&mut text, None, Some(options))
}

/// Visits every node, parents first, without recursion; the visitor says whether to visit the children.
pub(crate) fn walk<'t>(tree: &'t Tree, mut visit: impl FnMut(Node<'t>, usize) -> bool) {
    let mut cursor = tree.walk();
    let mut depth = 0;
    loop {
        if visit(cursor.node(), depth) && cursor.goto_first_child() {
            depth += 1;
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return;
            }
            depth -= 1;
        }
    }
}
