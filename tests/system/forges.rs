//! What checks a class's repositories on forges, beside the programs as an installation has them.

use std::fs;
use std::process::Command;

use arbitro_testkit::games::project;

use crate::needs::needs;
use crate::programs::open_to_all;
use crate::python_module::installed;

#[test]
fn a_repository_is_tried_in_matches_enough_to_see_rare_faults_and_gets_a_score() {
    needs!(containment);
    let folder = installed();
    let at = folder.path();
    let metadata = at.join("arbitro-0.dist-info");
    fs::create_dir(&metadata).unwrap();
    fs::write(metadata.join("METADATA"), "Name: arbitro\nVersion: 0\n").unwrap();
    open_to_all(at);
    let mut command = Command::new("python3");
    command.arg(project("tests/system/forges.py")).arg(at).env("PYTHONPATH", at);
    let done = command.output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

#[test]
fn the_action_has_the_steps_of_the_file_to_copy() {
    let steps = |path: &str| -> Vec<String> {
        let text = fs::read_to_string(project(path)).unwrap();
        let run = text.lines().filter_map(|line| line.trim().strip_prefix("- run: "));
        run.map(str::to_owned).collect()
    };
    let action = steps(".github/actions/check/action.yml");
    let script = "$GITHUB_ACTION_PATH/../../../scripts/forge/check.py";
    let copied = steps("scripts/forge/github.yml").into_iter();
    let copied = copied.map(|copied| copied.replace(".github/check.py", &format!("\"{script}\"")));
    assert_eq!(action, copied.collect::<Vec<_>>());
    let folder = project(".github/actions/check");
    assert!(folder.join("../../../scripts/forge/check.py").is_file());
}
