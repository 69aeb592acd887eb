//! Words of another language that are left in sentences.

use arbitro_words::Language;

/// Words that no Italian and no French sentence has; "on" is French.
const ENGLISH: &[&str] = &[
    "the", "is", "are", "was", "went", "and", "of", "to", "its", "it", "piece", "pieces", "man",
    "king", "pawn", "wall", "walls", "board", "match", "move", "must", "may", "line", "found",
    "expected", "no", "not", "by", "with", "wins", "ply", "plies", "here", "there", "against",
    "player", "players", "draw", "has", "have", "them", "this", "that", "for", "or", "at", "from",
    "lost", "each",
];

/// Words that no French sentence has, and many Italian ones.
const ITALIAN: &[&str] = &[
    "di",
    "che",
    "gli",
    "della",
    "delle",
    "nel",
    "vince",
    "perde",
    "patta",
    "partita",
    "partite",
    "mossa",
    "mosse",
    "semimossa",
    "semimosse",
    "pedina",
    "casella",
    "tavoliere",
    "giocatore",
    "giocatori",
    "vinte",
    "perse",
    "tabella",
    "tabelle",
    "ancora",
    "dopo",
    "prima",
];

/// The languages that are not English.
pub const OTHERS: [Language; 2] = [Language::Italian, Language::French];

/// The English words of a text in another language. What is quoted is data.
pub fn english_words(text: &str) -> Vec<String> {
    words_of(text, ENGLISH)
}

/// The words of other languages in a text, and what is quoted aside.
pub fn foreign_words(text: &str, language: Language) -> Vec<String> {
    let mut words = english_words(text);
    if language == Language::French {
        words.extend(words_of(text, ITALIAN));
    }
    words
}

fn words_of(text: &str, known: &[&str]) -> Vec<String> {
    let mut unquoted = String::new();
    for (index, part) in text.split('"').enumerate() {
        if index % 2 == 0 {
            unquoted.push_str(part);
        }
    }
    unquoted
        .split(|letter: char| !letter.is_alphabetic() && letter != '_' && letter != '-')
        .filter(|word| known.contains(word))
        .map(str::to_owned)
        .collect()
}
