//! Tests with real programs, players, sandboxes and browsers.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test fails by panicking, and says its figures where --nocapture shows them"
)]

use arbitro_testkit::{compiled, needs, programs, tournament_program};

mod agreed_journal;
mod analysis_cli;
mod asking_players;
#[path = "../browser/mod.rs"]
mod browser;
#[path = "../cluster/mod.rs"]
mod cluster;
mod contained;
mod denied_calls;
mod dialogues;
mod documents;
#[path = "../../src/grade/tests/dossiers.rs"]
mod dossiers;
mod exact_values;
mod files_of_others;
mod forges;
mod grade_blame;
mod grade_build;
mod grade_build_hostile;
mod grade_cli;
mod grade_conformance;
mod grade_forging;
mod grade_italian;
mod grade_law;
mod grade_matches;
mod grade_memory;
mod grade_moodle;
mod grade_players;
mod grade_samples;
mod grade_source;
mod graded_class;
mod growing;
mod host_failures;
mod hostile;
mod hostile_alone;
mod hostile_fuzz;
mod hostile_time;
mod hub_matches;
mod hub_serving;
mod inputs;
mod languages;
mod last_words;
mod libraries;
mod lines;
mod live;
mod live_match;
mod manual;
mod many_games;
mod next_steps;
mod order_of_judgement;
mod own_games_explained;
mod packages;
mod parts;
mod places;
mod planted_errors;
mod private_places;
mod program_names;
mod python_module;
mod quoridor_levels;
mod rules_programs;
mod rules_that_fail;
mod sandboxed_kills;
mod sandboxed_languages;
mod sandboxed_lives;
mod sandboxed_measures;
mod sandboxing;
mod screen_terminal;
mod sentences;
mod sequential_tests;
mod short_games;
mod source_tricks;
mod standing;
mod starting;
mod starved;
mod tool_runs;
mod tournament_folder;
mod tournament_stops;
mod toy;
mod toy_tournament;
mod transcripts;
mod tricks;
mod verify_rules;
mod ways_of_writing;
mod written_players;
mod written_tournament;
