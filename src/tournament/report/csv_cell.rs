//! Texts as cells of CSV tables, which no spreadsheet takes for formulas.

/// Returns true for a text that a spreadsheet takes for a formula, also after leading apostrophes,
/// so that different texts never give the same cell.
fn is_formula(text: &str) -> bool {
    let text = text.trim_start_matches('\'');
    text.starts_with(['=', '+', '-', '@', '\t', '\r'])
}

/// Formats a text as a cell that stays text.
pub fn cell(text: &str) -> String {
    if is_formula(text) { format!("'{text}") } else { text.to_owned() }
}

/// Returns the text of a cell in one of these tables.
pub fn text_of_cell(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(text) if is_formula(text) => text,
        Some(_) | None => cell,
    }
}
