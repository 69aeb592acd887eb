//! Remarks on code that stays in a file but deserves a look before it runs. A remark is no
//! proof: macros can hide what it tells of, and the grammar guesses where code is broken.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tree_sitter::{Node, Tree};

use super::tree::walk;
use super::{LineCounter, printable};

/// Remarks of one kind: a limit each, so that many objects do not hide the one `asm`.
const MAX_PER_KIND: usize = 100;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remark {
    pub line: usize,
    pub what: Remarkable,
    pub text: String,
}

#[arbitro_table::texts("words")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Remarkable {
    /// `asm`, which can do anything, and embeds files with `.incbin`.
    Assembler,
    /// The course's program has one already.
    OwnMain,
    RunsByItself,
    /// Its constructor may run before `main`.
    GlobalObject,
}

/// The remarks on a file, in its order; and how many more there would be.
pub(super) fn remarks(tree: &Tree, text: &[u8]) -> (Vec<Remark>, usize) {
    let mut found = Vec::new();
    let mut of_kind: BTreeMap<Remarkable, usize> = BTreeMap::new();
    // How deep the function or the named scope begins that the walk is in.
    let (mut function, mut scope) = (None, None);
    walk(tree, |node, depth| {
        for inside in [&mut function, &mut scope] {
            if inside.is_some_and(|inside| depth <= inside) {
                *inside = None;
            }
        }
        let what = match node.kind() {
            "gnu_asm_expression" => Some(Remarkable::Assembler),
            // Outside functions the grammar takes it for a call or a declarator.
            "identifier" if is_assembler(text_of(node, text)) => Some(Remarkable::Assembler),
            "attribute_specifier" | "attribute_declaration" if runs_by_itself(node, text) => {
                Some(Remarkable::RunsByItself)
            }
            "function_definition" if scope.is_none() && is_main(node, text) => {
                Some(Remarkable::OwnMain)
            }
            "declaration" if function.is_none() && is_object(node, text) => {
                Some(Remarkable::GlobalObject)
            }
            _ => None,
        };
        if let Some(what) = what {
            let count = of_kind.entry(what).or_default();
            *count += 1;
            if *count <= MAX_PER_KIND {
                found.push((node.start_byte(), node.end_byte(), what));
            }
        }
        match node.kind() {
            "function_definition" | "lambda_expression" => {
                function.get_or_insert(depth);
                scope.get_or_insert(depth);
            }
            "namespace_definition" | "class_specifier" | "struct_specifier" => {
                scope.get_or_insert(depth);
            }
            _ => {}
        }
        what != Some(Remarkable::Assembler)
    });
    let more = of_kind.values().sum::<usize>() - found.len();
    let mut lines = LineCounter::new(text);
    let listed = found.into_iter().map(|(start, end, what)| Remark {
        line: lines.at(start),
        what,
        text: printable(text.get(start..end).unwrap_or_default()),
    });
    (listed.collect(), more)
}

fn text_of<'a>(node: Node<'_>, text: &'a [u8]) -> &'a [u8] {
    text.get(node.byte_range()).unwrap_or_default()
}

fn is_assembler(name: &[u8]) -> bool {
    matches!(name, b"asm" | b"__asm" | b"__asm__")
}

fn runs_by_itself(node: Node<'_>, text: &[u8]) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let mut names = text_of(node, text).split(|byte| !is_part(byte));
    names.any(|name| {
        matches!(
            name,
            b"constructor"
                | b"__constructor__"
                | b"destructor"
                | b"__destructor__"
                | b"ifunc"
                | b"__ifunc__"
                // Sections of what is called before everything else, or after.
                | b"preinit_array"
                | b"init_array"
                | b"fini_array"
        )
    })
}

/// The function's declarator, behind pointers and references to what it returns.
fn is_main(function: Node<'_>, text: &[u8]) -> bool {
    let mut declarator = function.child_by_field_name("declarator");
    while let Some(node) = declarator {
        if node.kind() == "identifier" {
            return text_of(node, text) == b"main";
        }
        declarator = node.child_by_field_name("declarator");
    }
    false
}

/// Returns true if a declaration makes an object of a class, or has a computed initial value.
fn is_object(declaration: Node<'_>, text: &[u8]) -> bool {
    let mut cursor = declaration.walk();
    let is_elsewhere =
        |it: Node<'_>| matches!(text_of(it, text), b"extern" | b"constexpr" | b"typedef");
    if declaration.children(&mut cursor).take(8).any(is_elsewhere) {
        return false;
    }
    let is_class = declaration.child_by_field_name("type").is_some_and(|node| {
        matches!(node.kind(), "type_identifier" | "template_type" | "qualified_identifier")
    });
    let mut declarators = declaration.children_by_field_name("declarator", &mut cursor);
    declarators.any(|declarator| match declarator.kind() {
        "init_declarator" => {
            let value = declarator.child_by_field_name("value");
            let inner = declarator.child_by_field_name("declarator");
            let is_plain = inner.is_some_and(|inner| inner.kind() != "pointer_declarator");
            is_class && is_plain || value.is_some_and(|value| value.kind() == "call_expression")
        }
        "identifier" | "array_declarator" => is_class,
        _ => false,
    })
}
