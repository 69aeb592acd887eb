//! A program as the numbers of its tokens, without what a disguise changes for nothing: names,
//! literals, comments, layout, braces, `const` and `std::`, how a loop or an increment is written.
//!
//! Says nothing about meaning: two programs of the same shape are the same here.

use std::collections::HashMap;

use tree_sitter::{Language, Node, Tree};

use super::macros::expand;
use crate::source::tree::parse;

pub(super) type Token = u16;

/// Between functions, and in the place of what is left out: no match goes over it.
pub(super) const GAP: Token = 0;
const NAME: Token = 1;
const TYPE: Token = 2;
const LITERAL: Token = 3;
const LOOP: Token = 4;
const MORE: Token = 5;
const LESS: Token = 6;
const THIS: Token = 7;
const STD: Token = 8;
const ASSIGN_MORE: Token = 9;
const ASSIGN_LESS: Token = 10;
/// The first number of a kind that the grammar names.
const FROM_GRAMMAR: Token = 16;
/// The first number of a type that the language has.
const PRIMITIVE: Token = 4096;
/// Depth of nested loops whose steps are put behind their bodies; honest code stays below it.
const MAX_NESTED: usize = 32;

#[derive(Debug, Clone, Default)]
pub(super) struct Tokens {
    pub(super) kinds: Vec<Token>,
    /// The line of each, from 1, as `\n` ends them.
    pub(super) lines: Vec<u32>,
    pub(super) is_parsed: bool,
}

impl Tokens {
    pub(super) fn count(&self) -> usize {
        self.kinds.iter().filter(|kind| **kind != GAP).count()
    }
}

/// Treatment of a syntax node when it is turned into tokens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Role {
    #[default]
    Plain,
    Skipped,
    /// One token, whatever is in it.
    Whole(Token),
    Name,
    Primitive,
    Function,
    For,
    Assignment,
    Update,
    /// Its brackets say nothing.
    Bracketed,
    Bracket,
    Sign(Token),
    Arrow,
    Scope,
}

/// Nodes that are no token: they say nothing, or a disguise changes them for nothing.
const SKIPPED: &str = "comment preproc_include preproc_def preproc_function_def preproc_call using_declaration \
storage_class_specifier type_qualifier access_specifier virtual_specifier virtual inline \
explicit_function_specifier { } ; #if #ifdef #ifndef #else #elif #endif for";
const NAMES: &str = "identifier field_identifier namespace_identifier statement_identifier";
const LITERALS: &str = "number_literal char_literal string_literal raw_string_literal concatenated_string \
user_defined_literal true false null";

fn role(kind: &str) -> Role {
    let is_in = |list: &str| list.split(' ').any(|part| part == kind);
    match kind {
        _ if is_in(SKIPPED) => Role::Skipped,
        _ if is_in(NAMES) => Role::Name,
        _ if is_in(LITERALS) => Role::Whole(LITERAL),
        "type_identifier" => Role::Whole(TYPE),
        "primitive_type" => Role::Primitive,
        "function_definition" => Role::Function,
        "for_statement" | "for_range_loop" => Role::For,
        "assignment_expression" => Role::Assignment,
        "update_expression" => Role::Update,
        "parenthesized_expression" | "condition_clause" => Role::Bracketed,
        "(" | ")" => Role::Bracket,
        "while" => Role::Sign(LOOP),
        "++" => Role::Sign(MORE),
        "--" => Role::Sign(LESS),
        "+=" => Role::Sign(ASSIGN_MORE),
        "-=" => Role::Sign(ASSIGN_LESS),
        "this" => Role::Sign(THIS),
        "->" => Role::Arrow,
        "::" => Role::Scope,
        _ => Role::Plain,
    }
}

/// The same for signs and words that may stand for each other.
fn alike(kind: &str) -> &str {
    match kind {
        ">" => "<",
        ">=" => "<=",
        "struct" | "typename" => "class",
        "->" => ".",
        other => other,
    }
}

/// The grammar's kinds, told once for all programs.
pub(super) struct Grammar {
    roles: Vec<Role>,
    kinds: Vec<Token>,
    condition: Option<u16>,
    update: Option<u16>,
    body: Option<u16>,
}

impl Grammar {
    pub(super) fn new() -> Grammar {
        let language: Language = tree_sitter_cpp::LANGUAGE.into();
        let mut numbers: HashMap<&str, Token> = HashMap::new();
        let (mut roles, mut kinds) = (Vec::new(), Vec::new());
        for id in 0..u16::try_from(language.node_kind_count()).unwrap_or(u16::MAX) {
            let name = language.node_kind_for_id(id).unwrap_or("");
            let number = numbers.entry(alike(name)).or_insert(FROM_GRAMMAR + id);
            kinds.push(*number);
            roles.push(role(name));
        }
        let field = |name: &str| language.field_id_for_name(name).map(u16::from);
        Grammar {
            condition: field("condition"),
            update: field("update"),
            body: field("body"),
            roles,
            kinds,
        }
    }

    fn role(&self, node: Node<'_>) -> Role {
        let role = self.roles.get(usize::from(node.kind_id()));
        role.copied().unwrap_or(Role::Plain)
    }

    fn kind(&self, node: Node<'_>) -> Token {
        let kind = self.kinds.get(usize::from(node.kind_id()));
        kind.copied().unwrap_or(FROM_GRAMMAR)
    }

    pub(super) fn tokens(&self, bytes: &[u8]) -> Tokens {
        let bytes = expand(bytes);
        let Some(tree) = parse(&bytes) else {
            return Tokens::default();
        };
        let mut reader = Reader {
            grammar: self,
            bytes: &bytes,
            tokens: Tokens { is_parsed: true, ..Tokens::default() },
            open: Vec::new(),
            functions: 0,
            loops: 0,
            was_one: false,
        };
        reader.read(&tree);
        reader.tokens
    }
}

/// A node whose children are being read.
#[derive(Default)]
struct OpenNode {
    role: Role,
    /// Of a loop: where its step and its body begin.
    update: Option<usize>,
    body: Option<usize>,
    is_headed: bool,
    sign: Token,
}

struct Reader<'a> {
    grammar: &'a Grammar,
    bytes: &'a [u8],
    tokens: Tokens,
    open: Vec<OpenNode>,
    functions: usize,
    loops: usize,
    /// Set when the last literal was a plain 1.
    was_one: bool,
}

impl Reader<'_> {
    fn read(&mut self, tree: &Tree) {
        let mut cursor = tree.walk();
        loop {
            let node = cursor.node();
            let role = self.grammar.role(node);
            self.part_of_loop(cursor.field_id().map(u16::from), node);
            if !self.is_leaf(node, role) && cursor.goto_first_child() {
                self.enter(role);
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return;
                }
                self.leave(cursor.node());
            }
        }
    }

    fn push(&mut self, kind: Token, node: Node<'_>) {
        let line = u32::try_from(node.start_position().row + 1).unwrap_or(u32::MAX);
        self.tokens.kinds.push(kind);
        self.tokens.lines.push(line);
    }

    fn pop(&mut self) {
        self.tokens.kinds.pop();
        self.tokens.lines.pop();
    }

    fn text(&self, node: Node<'_>) -> &[u8] {
        self.bytes.get(node.byte_range()).unwrap_or_default()
    }

    /// Handles a node that becomes at most one token; false if its children must be visited.
    fn is_leaf(&mut self, node: Node<'_>, role: Role) -> bool {
        let last = self.tokens.kinds.last().copied();
        match role {
            Role::Skipped => {}
            Role::Whole(kind) => {
                self.was_one = self.text(node) == b"1";
                self.push(kind, node);
            }
            Role::Name => {
                let is_std = self.text(node) == b"std";
                self.push(if is_std { STD } else { NAME }, node);
            }
            Role::Primitive => {
                let sum =
                    |sum: Token, byte: &u8| sum.wrapping_mul(31).wrapping_add(Token::from(*byte));
                let kind = PRIMITIVE + self.text(node).iter().fold(0, sum) % PRIMITIVE;
                self.push(kind, node);
            }
            Role::Bracket if self.is_in(Role::Bracketed) || self.is_in(Role::For) => {}
            Role::Sign(sign @ (MORE | LESS)) if self.is_in(Role::Update) => {
                if let Some(open) = self.open.last_mut() {
                    open.sign = sign;
                }
            }
            Role::Sign(kind) => self.push(kind, node),
            Role::Arrow if last == Some(THIS) => self.pop(),
            Role::Scope if last == Some(STD) => self.pop(),
            _ if node.child_count() > 0 => return false,
            // A token that the parser put in to mend the code is not the student's.
            _ if node.is_missing() => {}
            _ => self.push(self.grammar.kind(node), node),
        }
        true
    }

    fn is_in(&self, role: Role) -> bool {
        self.open.last().is_some_and(|open_node| open_node.role == role)
    }

    /// Notes the parts of a loop as they come; the loop's own token stands before its condition.
    fn part_of_loop(&mut self, field: Option<u16>, node: Node<'_>) {
        let grammar = self.grammar;
        let parts = [grammar.condition, grammar.update, grammar.body];
        if field.is_none() || !parts.contains(&field) || !self.is_in(Role::For) {
            return;
        }
        if self.open.last().is_some_and(|it| !it.is_headed) {
            self.push(LOOP, node);
        }
        let at = self.tokens.kinds.len();
        if let Some(open) = self.open.last_mut() {
            open.is_headed = true;
            if field == grammar.update {
                open.update.get_or_insert(at);
            } else if field == grammar.body {
                open.body = Some(at);
            }
        }
    }

    fn enter(&mut self, role: Role) {
        match role {
            Role::Function => {
                self.functions += 1;
                self.gap();
            }
            Role::For => self.loops += 1,
            _ => {}
        }
        self.open.push(OpenNode { role, sign: MORE, ..OpenNode::default() });
    }

    /// A function in a function's class belongs to it.
    fn gap(&mut self) {
        if self.functions == 1 && self.tokens.kinds.last().is_some_and(|kind| *kind != GAP) {
            let line = self.tokens.lines.last().copied().unwrap_or(1);
            self.tokens.kinds.push(GAP);
            self.tokens.lines.push(line);
        }
    }

    fn leave(&mut self, node: Node<'_>) {
        let Some(open) = self.open.pop() else { return };
        match open.role {
            Role::Function => {
                self.gap();
                self.functions -= 1;
            }
            Role::For => {
                self.loops -= 1;
                if let (Some(update), Some(body)) = (open.update, open.body)
                    && self.loops < MAX_NESTED
                {
                    put_behind(&mut self.tokens.kinds, update, body);
                    put_behind(&mut self.tokens.lines, update, body);
                }
            }
            Role::Update => self.push(open.sign, node),
            Role::Assignment if self.was_one => {
                let step = match self.tokens.kinds.as_slice() {
                    [.., ASSIGN_MORE, LITERAL] => MORE,
                    [.., ASSIGN_LESS, LITERAL] => LESS,
                    _ => return,
                };
                self.pop();
                self.pop();
                self.push(step, node);
            }
            _ => {}
        }
    }
}

/// Puts what stands from `update` to `body` behind all that follows.
fn put_behind<T>(list: &mut [T], update: usize, body: usize) {
    if let Some(part) = list.get_mut(update..)
        && update <= body
    {
        part.rotate_left(body - update);
    }
}
