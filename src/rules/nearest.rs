//! The nearest word to a misspelt one.

/// Less similar words are not suggested. clap takes 0.7, which also suggests words that share only
/// their letters.
const MIN_SIMILARITY: f64 = 0.8;

/// Returns the candidate most similar to a word, if one is similar enough to have been meant.
///
/// # Examples
///
/// ```
/// use arbitro_rules::nearest;
/// assert_eq!(nearest("standigs", ["run", "standings"]), Some("standings"));
/// assert_eq!(nearest("submissions", ["run", "standings"]), None);
/// ```
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .into_iter()
        .map(|candidate| (strsim::jaro(word, candidate), candidate))
        .filter(|(similarity, _)| *similarity >= MIN_SIMILARITY)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, it)| it)
}

/// Names of moves are short: one letter of two or three is as much as can be wrong.
const MIN_SIMILARITY_OF_NAMES: f64 = 0.6;

/// Returns the most similar names of moves, the nearest first, at most so many.
pub fn nearest_names<'a>(
    name: &str,
    names: impl IntoIterator<Item = &'a str>,
    most: usize,
) -> Vec<&'a str> {
    let folded = name.to_lowercase();
    let likeness = |it: &str| strsim::jaro(&folded, &it.to_lowercase());
    let mut near: Vec<_> = names.into_iter().map(|name| (likeness(name), name)).collect();
    near.retain(|it| it.0 >= MIN_SIMILARITY_OF_NAMES);
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    near.into_iter().take(most).map(|it| it.1).collect()
}
