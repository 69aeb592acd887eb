//! Points: how they are rounded and written.

/// Rounds to hundredths, halves away from zero, with a tolerance for the error of summed doubles.
pub(crate) fn hundredths(points: f64) -> f64 {
    let whole = points * 100.0;
    let rounded = (whole + whole.signum() * 1e-7).round() / 100.0;
    if rounded == 0.0 { 0.0 } else { rounded }
}

/// Formats points without trailing zeros.
pub(crate) fn points_text(points: f64) -> String {
    let text = format!("{:.2}", hundredths(points));
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

pub(crate) fn is_free(cost: &f64) -> bool {
    *cost <= 0.0
}
