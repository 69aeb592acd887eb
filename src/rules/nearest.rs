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
        .map(|it| (strsim::jaro(word, it), it))
        .filter(|(similarity, _)| *similarity >= MIN_SIMILARITY)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, it)| it)
}
