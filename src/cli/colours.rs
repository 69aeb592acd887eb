//! Decides if printed text has colours.

use std::io;

use clap::ColorChoice;

/// Colours on standard output, as `--color` wants them.
pub fn colours(when: ColorChoice) -> anstream::ColorChoice {
    match when {
        ColorChoice::Auto => anstream::AutoStream::choice(&io::stdout()),
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    }
}
