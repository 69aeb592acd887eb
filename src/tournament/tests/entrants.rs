//! Finding players: manifests and executables, and the candidates left out, with reasons.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use arbitro_rules::GameId;
use arbitro_tournament::Entrants;

use arbitro_testkit::folders::players_in;
use arbitro_testkit::games::project;

fn found(folder: &Path) -> Entrants {
    let bundled = ["/here/tournament".into(), "play".into()];
    players_in(folder, GameId::Dama, &bundled)
}

fn why(entrants: &Entrants) -> Vec<String> {
    entrants.left_out.iter().map(|it| it.why.to_string()).collect()
}

fn manifest(folder: &Path, name: &str, text: &str) {
    fs::create_dir_all(folder.join(name)).unwrap();
    fs::write(folder.join(name).join("player.toml"), text).unwrap();
}

#[test]
fn the_bundled_players_are_found_and_start_what_they_say() {
    let players = found(&project("players"));
    let names: Vec<&str> = players.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    let rust = ["engine", "greedy", "minimax-2", "minimax-4", "minimax-6", "random"];
    for name in rust.into_iter().chain(["python", "shell"]) {
        assert!(names.contains(&name), "{name}: {names:?} {:?}", players.left_out);
    }
    let of = |name: &str| {
        let entrant = players.entrants.iter().find(|entrant| entrant.name == name);
        entrant.unwrap().contestant.clone()
    };
    let greedy = of("greedy");
    assert_eq!(greedy.program, Path::new("/here/tournament"));
    assert_eq!(greedy.args, ["play", "--strategy", "greedy"].map(OsString::from));
    let python = of("python");
    assert!(python.program.ends_with("python3"));
    let script = project("players/python/player.py");
    assert_eq!(python.args, [script.canonicalize().unwrap().into_os_string()]);
    assert_eq!(python.readable.len(), 1, "and may read its own folder");
    // But for those that a compiler makes, all are known by their bytes.
    for game in [GameId::Dama, GameId::Quoridor] {
        let bundled = ["/here/tournament".into(), "play".into()];
        for player in players_in(&project("players"), game, &bundled).entrants {
            let is_compiled = ["c", "cpp"].contains(&&*player.name);
            assert_eq!(player.is_bundled, !is_compiled, "{}", player.name);
        }
    }
}

#[test]
fn a_script_is_bundled_only_as_shipped_and_with_nothing_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let shipped = |file| fs::read_to_string(project("players/python").join(file)).unwrap();
    let script = shipped("player.py");
    manifest(at, "any", &shipped("player.toml"));
    let player = at.join("any/player.py");
    let is_bundled = || {
        let players = found(at).entrants;
        assert_eq!(players.len(), 1);
        players[0].is_bundled
    };
    fs::write(&player, &script).unwrap();
    assert!(is_bundled(), "wherever it lies");
    let module = at.join("any/random.py");
    fs::write(&module, "").unwrap();
    assert!(!is_bundled(), "Python would import this one");
    fs::remove_file(&module).unwrap();
    fs::write(&player, script.replacen("range", "Range", 1)).unwrap();
    assert!(!is_bundled(), "another script of the same length");
    fs::remove_file(&player).unwrap();
    fs::create_dir(at.join("elsewhere")).unwrap();
    fs::write(at.join("elsewhere/player.py"), &script).unwrap();
    std::os::unix::fs::symlink("../elsewhere/player.py", &player).unwrap();
    assert!(!is_bundled(), "Python would import from where the link leads");
}

#[test]
fn executables_and_folders_are_players_and_everything_else_is_left_out_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("bot.sh"), "#!/bin/sh\n").unwrap();
    fs::set_permissions(at.join("bot.sh"), fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(at.join("notes.txt"), "not a player").unwrap();
    manifest(at, "good", "name = \"Good\"\ncommand = [\"sh\", \"-c\", \"exit\"]\nauthor = \"A\"");
    manifest(at, "nameless", "command = [\"sh\"]");
    manifest(at, "broken", "name = ");
    manifest(at, "typo", "name = \"T\"\ncomand = [\"sh\"]");
    manifest(at, "empty", "name = \"E\"\ncommand = []");
    manifest(at, "absent", "command = [\"./no-such-file\"]");
    manifest(at, "unbuilt", "command = [\"./play\"]");
    fs::write(at.join("unbuilt/Makefile"), "play: play.c\n").unwrap();
    manifest(at, "elsewhere", "command = [\"no-such-command-anywhere\"]");
    manifest(at, "other", "command = [\"sh\"]\ngame = \"italian\"");
    manifest(at, "unknown", "command = [\"sh\"]\ngame = \"chess\"");
    manifest(at, "all", "command = [\"sh\"]\ngame = \"draughts\"");
    manifest(at, "hostile", "name = \"a\\u001b[31mb\"\ncommand = [\"sh\"]");
    manifest(at, "twice", "name = \"Good\"\ncommand = [\"sh\"]");
    fs::write(at.join("good/helper"), "inside a player").unwrap();
    fs::set_permissions(at.join("good/helper"), fs::Permissions::from_mode(0o755)).unwrap();
    let players = found(at);
    let names: Vec<&str> = players.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    assert_eq!(names, ["Good (good)", "Good (twice)", "all", "bot", "nameless"]);
    let why = why(&players);
    assert_eq!(why.len(), 9, "{why:?}");
    for (part, count) in [
        ("its player.toml is wrong", 4),
        ("its command is missing: ./no-such-file", 1),
        ("its command is missing: no-such-command-anywhere", 1),
        ("its command is missing: ./play; there is a Makefile", 1),
        ("it plays italian", 1),
        ("chess", 1),
    ] {
        let matching = why.iter().filter(|it| it.contains(part)).count();
        assert_eq!(matching, count, "{part}: {why:?}");
    }
}

#[test]
fn a_path_without_players_is_left_out_as_such() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(why(&found(folder.path())), ["there is no player.toml and no executable file"]);
    let absent = folder.path().join("absent");
    let players = found(&absent);
    assert!(players.entrants.is_empty());
    assert_eq!(players.left_out.len(), 1);
}

#[test]
fn a_similar_name_neither_excludes_nor_impersonates_another_entrant() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let player = |place: &str, name: &str| {
        manifest(at, place, &format!("name = {name:?}\ncommand = [\"sh\"]"));
    };
    player("s1", "Rossi");
    player("s2", "Rossi");
    // It knows how the two will be told apart.
    player("s3", "Rossi (s1)");
    player("deeper/s1", "Bianchi");
    player("other/s1", "Bianchi");
    let names = |players: &Entrants| -> Vec<String> {
        players.entrants.iter().map(|entrant| entrant.name.clone()).collect()
    };
    let players = found(at);
    assert!(players.left_out.is_empty(), "{:?}", players.left_out);
    let all = names(&players);
    let different: std::collections::BTreeSet<&String> = all.iter().collect();
    assert_eq!(different.len(), 5, "{all:?}");
    assert_eq!(all, names(&found(at)), "the same every time");
    for deceptive in ["Ros\u{200b}si", "\u{2800}", "\u{202e}issoR", "a\nb", "\u{e0041}x"] {
        let folder = tempfile::tempdir().unwrap();
        let text = toml::to_string(&toml::Table::from_iter([
            ("name".to_owned(), deceptive.into()),
            ("command".to_owned(), vec!["sh"].into()),
        ]));
        manifest(folder.path(), "one", &text.unwrap());
        let players = found(folder.path());
        assert!(players.entrants.is_empty(), "{deceptive:?}");
        assert!(why(&players)[0].contains("invisible"), "{:?}", why(&players));
    }
}

#[test]
fn a_players_bytes_are_told_in_a_line_that_changes_with_them() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    manifest(at, "one", "command = [\"sh\", \"a.sh\"]");
    fs::write(at.join("one/a.sh"), "exit 0").unwrap();
    let sha256 = || found(at).entrants[0].sha256.clone();
    let first = sha256();
    assert_eq!(first.len(), 64);
    assert_eq!(first, sha256());
    let mut seen = vec![first];
    let mut is_new = |what: &str| {
        let now = sha256();
        assert!(!seen.contains(&now), "{what}");
        seen.push(now);
    };
    fs::write(at.join("one/a.sh"), "exit 1").unwrap();
    is_new("other contents");
    fs::set_permissions(at.join("one/a.sh"), fs::Permissions::from_mode(0o755)).unwrap();
    is_new("executable");
    fs::write(at.join("one/b.sh"), "").unwrap();
    is_new("one file more");
    fs::rename(at.join("one/b.sh"), at.join("one/c.sh")).unwrap();
    is_new("another name");
    std::os::unix::fs::symlink("a.sh", at.join("one/d.sh")).unwrap();
    is_new("a link");
}

#[test]
fn endless_files_are_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::create_dir(at.join("pipe")).unwrap();
    let fifo = at.join("pipe/player.toml");
    let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
    rustix::fs::mknodat(rustix::fs::CWD, &fifo, rustix::fs::FileType::Fifo, mode, 0).unwrap();
    manifest(at, "huge", "command = [\"sh\"]");
    let huge = fs::File::create(at.join("huge/zeros")).unwrap();
    huge.set_len(1 << 40).unwrap();
    let players = found(at);
    assert!(players.entrants.is_empty(), "{:?}", players.entrants);
    let why = why(&players).join("; ");
    assert!(why.contains("cannot be read") && why.contains("too large"), "{why}");
}

#[test]
fn programs_of_one_name_in_many_folders_are_told_apart_by_their_folders() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let program = |path: &str| {
        let path = at.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, "#!/bin/sh\n").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    };
    for number in 0..300 {
        program(&format!("s{number}/bot"));
    }
    program("late/x/bot");
    program("later/x/bot");
    program("latest/x/bot");
    let players = found(at);
    let names: std::collections::BTreeSet<&str> =
        players.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    assert_eq!(names.len(), 303);
    for name in ["bot (s0)", "bot (s299)", "bot (x)", "bot (x) #2", "bot (x) #3"] {
        assert!(names.contains(name), "{name}: {names:?}");
    }
}

#[test]
fn names_that_look_the_same_get_their_folder_beside_them() {
    let folder = tempfile::tempdir().unwrap();
    let names = [
        ("latin", "Rossi"),
        ("cyrillic", "R\u{43e}ssi"),
        ("wide", "\u{ff32}ossi"),
        ("composed", "caff\u{e8}"),
        ("decomposed", "caffe\u{300}"),
        ("other", "Russo"),
    ];
    for (place, name) in names {
        let player = folder.path().join(place);
        fs::create_dir(&player).unwrap();
        let manifest = format!("name = \"{name}\"\ncommand = [\"play\"]\n");
        fs::write(player.join("player.toml"), manifest).unwrap();
    }
    let players = found(folder.path());
    let told: Vec<&str> = players.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    for (place, name) in names {
        let expected = match place {
            "other" => name.to_owned(),
            place => format!("{name} ({place})"),
        };
        assert!(told.contains(&expected.as_str()), "{expected}: {told:?}");
    }
}

#[test]
fn an_entrant_cannot_use_another_entrants_program() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    manifest(at, "victim", "command = [\"./bot\"]");
    fs::write(at.join("victim/bot"), "#!/bin/sh\n").unwrap();
    fs::set_permissions(at.join("victim/bot"), fs::Permissions::from_mode(0o755)).unwrap();
    manifest(at, "path", "command = [\"../victim/bot\"]");
    let whole = at.join("victim/bot");
    manifest(at, "whole", &format!("command = [{whole:?}]"));
    manifest(at, "link", "command = [\"./bot\"]");
    fs::create_dir(at.join("bare")).unwrap();
    for link in ["link/bot", "bare/bot"] {
        std::os::unix::fs::symlink("../victim/bot", at.join(link)).unwrap();
    }
    manifest(at, "system", "command = [\"/bin/sh\"]");
    let players = found(at);
    let names: Vec<&str> = players.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    assert_eq!(names, ["system", "victim"], "{:?}", players.left_out);
    let why = why(&players);
    let count = |part: &str| why.iter().filter(|it| it.contains(part)).count();
    assert_eq!(count("neither in its own folder nor the system's"), 3);
    assert_eq!(count("a link that leads out of its folder"), 1);
}

#[test]
fn a_player_folder_that_is_named_by_a_link_plays() {
    let folder = tempfile::tempdir().unwrap();
    manifest(folder.path(), "good", "command = [\"sh\"]");
    let link = folder.path().join("link");
    std::os::unix::fs::symlink("good", &link).unwrap();
    let players = found(&link);
    let names: Vec<&str> = players.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    assert_eq!(names, ["good"], "{:?}", players.left_out);
}

#[test]
fn missing_players_are_reported_beside_those_found_in_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    manifest(at, "good", "command = [\"sh\"]");
    fs::create_dir(at.join("misspelt")).unwrap();
    fs::write(at.join("misspelt/Player.toml"), "command = [\"sh\"]").unwrap();
    std::os::unix::fs::symlink("/tmp", at.join("elsewhere")).unwrap();
    fs::create_dir_all(at.join("year/two")).unwrap();
    manifest(&at.join("year/two"), "deep", "command = [\"sh\"]");
    fs::write(at.join("notes.txt"), "").unwrap();
    let players = found(at);
    assert_eq!(players.entrants.len(), 2);
    let left_out: Vec<String> = players
        .left_out
        .iter()
        .map(|it| format!("{}: {}", it.path.strip_prefix(at).unwrap().display(), it.why))
        .collect();
    assert_eq!(
        left_out,
        [
            "elsewhere: it is a link that leads out of its folder",
            "misspelt: there is no player.toml and no executable file"
        ]
    );
}

#[test]
fn a_command_that_nothing_could_start_is_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let long = "a".repeat(60_000);
    manifest(at, "long", &format!("command = [\"sh\", {long:?}]"));
    let many = "\"a\",".repeat(15_000);
    manifest(at, "many", &format!("command = [\"sh\", {many}]"));
    let usual = "a".repeat(4000);
    manifest(at, "usual", &format!("command = [\"sh\", \"-c\", {usual:?}]"));
    let players = found(at);
    assert_eq!(players.entrants.len(), 1);
    assert_eq!(why(&players), ["its command is longer than 8192 bytes"; 2]);
}

#[test]
fn a_file_that_an_interpreter_would_not_find_is_told_with_the_one_that_was_meant() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let mut expected = Vec::new();
    for (name, command, there, told) in [
        ("a", "python3 player.py", "playr.py", Some("player.py to python3; playr.py")),
        ("b", "sh play.sh", "README", Some("play.sh to sh")),
        ("c", "sh -c player", "README", None),
        ("d", "sh player.sh", "player.sh", None),
        ("e", "python3 -u player.py", "README", Some("player.py to python3")),
        ("f", "sh /usr/share/player.sh", "README", None),
        ("g", "env sh player.sh", "README", None),
    ] {
        manifest(at, name, &format!("command = {command:?}"));
        fs::write(at.join(name).join(there), "").unwrap();
        expected.extend(told.map(|told| match told.split_once("; ") {
            Some((told, meant)) => format!("its command gives {told}, and there is no such file in its folder: is {meant} meant?"),
            None => format!("its command gives {told}, and there is no such file in its folder"),
        }));
    }
    let players = found(at);
    assert_eq!(why(&players), expected);
    assert_eq!(players.entrants.len(), 4);
}

#[test]
fn a_draughts_player_enters_every_draughts_set_but_not_quoridor() {
    let folder = tempfile::tempdir().unwrap();
    manifest(folder.path(), "all", "command = [\"sh\"]\ngame = \"draughts\"");
    for game in GameId::ALL {
        let players = players_in(folder.path(), game, &[]);
        let is_in = players.entrants.len() == 1;
        assert_eq!(is_in, game != GameId::Quoridor, "{game}");
        if !is_in {
            assert_eq!(why(&players), ["it plays draughts"]);
        }
    }
}

#[test]
fn the_tutorials_beside_the_players_are_no_player_and_other_texts_are_told_of() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    manifest(at, "a", "command = [\"play\"]");
    for name in ["tutorials", "notes"] {
        fs::create_dir(at.join(name)).unwrap();
        fs::write(at.join(name).join("evening.md"), "# An evening\n").unwrap();
    }
    let left_out = |players: &Entrants| -> Vec<String> {
        let paths = players.left_out.iter().map(|it| &it.path);
        let names = paths.map(|path| path.file_name().unwrap().to_string_lossy());
        names.map(std::borrow::Cow::into_owned).collect()
    };
    assert_eq!(left_out(&found(at)), ["notes"]);
    fs::write(at.join("tutorials/player.cpp"), "").unwrap();
    assert_eq!(left_out(&found(at)), ["notes", "tutorials"]);
}
