//! The Python module, beside the programs as an installation has them.

use std::fs;
use std::process::Command;

use arbitro_testkit::games::project;
use tempfile::TempDir;

use crate::needs::needs;
use crate::programs::{copy_program, open_folder, open_to_all, program};

const SCRIPT: &str = "
import arbitro, arbitro.__main__ as main, arbitro.results as results
main.distribution = lambda name: type('Here', (), {'files': ()})
done = arbitro.run(['mine', 'theirs'], game='connect-four', games=4, out='out', move_time='5s', no_smoke=True)
assert [it['place'] for it in done.standings] and len(done.standings) == 2, done.standings
assert len(done.matches) == 4 and done.verify()
assert len(arbitro.run([], out='out').matches) == 4
def refused(call, why):
    try:
        call()
    except results.Failed as error:
        assert why in str(error), error
    else:
        assert False, why
# Not the matches of another game, or fewer than were asked for.
refused(lambda: arbitro.run(['mine', 'theirs'], game='dama', out='out'), 'game')
refused(lambda: arbitro.run(['mine', 'theirs'], games=6, out='out'), 'games')
refused(lambda: results.Results('nothing').verify(), 'nothing')
refused(lambda: arbitro.run('mine', out='alone'), 'at least two players; one was found')
seeded = arbitro.run(['mine', 'theirs'], out='seeded', seed=0, max_plies=2, openings='none', no_smoke=True)
assert 'seed = 0' in (seeded.out / 'tournament.toml').read_text()
path = done.out / 'matches.jsonl'
path.write_text(path.read_text().replace('\"winner\":\"x\"', '\"winner\":\"o\"', 1))
assert not done.verify()
try:
    arbitro.run(['nobody'], out='other')
except results.Failed as why:
    assert 'nobody: there is no such file or folder' in str(why), why
else:
    assert False
";

/// The module and some programs in a folder, as an installation has them.
pub(crate) fn installed() -> TempDir {
    let folder = open_folder(0o755);
    let at = folder.path();
    for (from, to) in [
        ("scripts/packaging/module", "arbitro"),
        ("boards/games/kit", "arbitro"),
        ("players/random", "share/arbitro/players/random"),
        ("boards/games/connect-four", "share/arbitro/boards/games/connect-four"),
        ("scripts/forge", "forge"),
    ] {
        fs::create_dir_all(at.join(to)).unwrap();
        for entry in fs::read_dir(project(from)).unwrap().map(|entry| entry.unwrap()) {
            if entry.file_type().unwrap().is_file() {
                fs::copy(entry.path(), at.join(to).join(entry.file_name())).unwrap();
            }
        }
    }
    fs::create_dir(at.join("bin")).unwrap();
    for name in ["verify", "tournament", "play"] {
        copy_program(program(name), &at.join(format!("bin/arbitro-{name}")));
    }
    folder
}

#[test]
fn a_tournament_from_python_gives_its_matches_its_ranking_and_whether_they_are_right() {
    needs!(containment);
    let folder = installed();
    let at = folder.path();
    for name in ["mine", "theirs"] {
        let mut new = Command::new(program("tournament"));
        assert!(new.args(["new", "player", name]).current_dir(at).status().unwrap().success());
    }
    open_to_all(at);
    let done = Command::new("python3").args(["-c", SCRIPT]).current_dir(at).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}
