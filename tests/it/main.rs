//! The integration tests, one binary: each further file in `tests/` would be one more link step.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test fails by panicking, and says its figures where --nocapture shows them"
)]

/// A program of this package.
macro_rules! cargo_bin {
    ($name:literal) => {
        std::path::Path::new(env!(concat!("CARGO_BIN_EXE_", $name)))
    };
}

mod analysis;
mod analysis_cli;
mod assessing;
mod best_matching;
mod board_text;
mod boards_data;
mod compiled;
mod contained;
mod documents;
mod dossiers;
mod draw_rules;
mod endgame_files;
mod endgames;
mod engine;
mod entrants;
mod fen_and_moves;
mod games;
#[path = "../../scripts/training/glance.rs"]
mod glance;
mod grade_build;
mod grade_build_hostile;
mod grade_cli;
mod grade_conformance;
mod grade_errand;
mod grade_forging;
mod grade_italian;
mod grade_likeness;
mod grade_marks;
mod grade_matches;
mod grade_memory;
mod grade_pages;
mod grade_samples;
mod grade_source;
mod grade_submissions;
mod graded_class;
mod history;
mod hostile;
mod hub_lines;
mod hub_matches;
mod hub_peer;
mod hub_serving;
mod italian;
mod judging;
mod live;
mod live_match;
mod machine;
mod made_journals;
mod manual;
mod match_records;
mod mcts;
mod needs;
mod page_browser;
mod page_looks;
mod page_play;
mod page_server;
mod page_watch;
mod perft;
mod places;
mod quoridor;
mod quoridor_levels;
mod quoridor_texts;
mod rating;
mod records_hostile;
mod records_reading;
mod records_round_trips;
#[path = "../reference/mod.rs"]
mod reference;
#[path = "../../scripts/training/regression.rs"]
mod regression;
mod replay_cli;
mod report;
mod sandboxed_lives;
mod sandboxing;
mod schedules;
mod screen;
mod screen_keys;
mod screen_terminal;
mod searching;
mod second_opinion;
mod shards;
mod shards_cli;
mod slurm;
mod source_tricks;
mod standings;
mod swiss;
mod tournament_cli;
mod tournament_folder;
mod tournament_on_slurm;
mod tournament_program;
mod tournament_results;
mod tournament_run;
mod tricks;
mod verify_cli;
mod verify_matches;
mod verify_usage;
mod web_assets;
mod web_cli;
mod web_client;
mod web_italian;
mod web_limits;
mod web_open_match;
mod web_original;
mod web_play;
mod web_tournaments;
mod web_watch;
