//! `verify doctor`: which protections this machine gives, each shown by running its attack.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::ValueEnum;
use serde_json::json;

use arbitro::sandbox::{Contained, Ended, Guarantees, Limits, Plan, Strength};

use crate::attack::{Attack, SUCCEEDED};
use crate::output::{Exit, Output, Tone};

/// A user id for the attacker, if this runs as root: one that nobody has, nor another doctor's
/// attacker, since limits on processes count by user id.
fn attacker() -> u32 {
    2_000_000_000 + std::process::id()
}

pub(crate) fn run(output: &mut Output) -> Result<Exit> {
    let guarantees = Guarantees::probe(None).context("the sandbox cannot be tried")?;
    for guarantee in guarantees.list() {
        if output.json {
            output.json(&json!({
                "guarantee": guarantee.name,
                "strength": guarantee.strength.name(),
                "mechanism": guarantee.mechanism,
            }))?;
        } else {
            let tone = match guarantee.strength {
                Strength::Enforced => Tone::Good,
                Strength::Approximate => Tone::Note,
                Strength::Absent => Tone::Bad,
            };
            let rest = format!(": {}", guarantee.mechanism);
            output.verdict(guarantee.name, tone, guarantee.strength.name(), &rest)?;
        }
    }
    output.flush()?;
    let mut exit = if guarantees.suffice() {
        Exit::Yes
    } else {
        Exit::No
    };
    let healthy = attempt(Attack::None, &guarantees)?;
    ensure!(
        healthy == Ended::Exited(0),
        "a program that does nothing wrong did not run: {healthy:?}"
    );
    for attack in Attack::ALL {
        let has_succeeded = attempt(attack, &guarantees)? == Ended::Exited(SUCCEEDED.into());
        if has_succeeded {
            exit = Exit::No;
        }
        let name = attack
            .to_possible_value()
            .map(|value| value.get_name().to_owned())
            .unwrap_or_default();
        if output.json {
            output.json(
                &json!({ "attack": name, "text": attack.describe(), "denied": !has_succeeded }),
            )?;
        } else if has_succeeded {
            output.verdict(
                "attack",
                Tone::Bad,
                "succeeded",
                &format!(": a program {}", attack.describe()),
            )?;
        } else {
            output.verdict(
                "attack",
                Tone::Good,
                "denied",
                &format!(": a program {}", attack.describe()),
            )?;
        }
        output.flush()?;
    }
    Ok(exit)
}

/// Runs one attack in the sandbox. An attack that leaves a process behind counts as succeeded if
/// that process outlives it.
fn attempt(attack: Attack, guarantees: &Guarantees) -> Result<Ended> {
    let place = tempfile::tempdir().context("a folder for the attack")?;
    let (folder, elsewhere) = (place.path().join("own"), place.path().join("elsewhere"));
    fs::create_dir(&folder)?;
    fs::create_dir(&elsewhere)?;
    let secret = elsewhere.join("secret");
    fs::write(&secret, "secret")?;
    // As open as files can be: what denies must be the sandbox, not the mode.
    for path in [place.path(), &folder, &elsewhere] {
        fs::set_permissions(path, fs::Permissions::from_mode(0o777))?;
    }
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o666))?;
    if guarantees.own_user {
        // And it is the attacker's own, as another player's would be where all are one user.
        std::os::unix::fs::chown(&secret, Some(attacker()), Some(attacker()))?;
    }
    // Somebody to be found; it ends when this process does, for then its input ends.
    let mut victim = Command::new("/bin/cat")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .context("/bin/cat")?;
    let target = match attack {
        Attack::SeeProcess => victim.id().to_string(),
        _ => secret.to_string_lossy().into_owned(),
    };
    let result = contained(attack, &target, &folder, guarantees);
    let _ = victim.kill();
    let _ = victim.wait();
    result
}

fn contained(
    attack: Attack,
    target: &str,
    folder: &Path,
    guarantees: &Guarantees,
) -> Result<Ended> {
    let name = attack
        .to_possible_value()
        .map(|value| value.get_name().to_owned())
        .unwrap_or_default();
    let plan = Plan {
        program: std::env::current_exe().context("where this program is")?,
        args: ["attack", &name, target].map(Into::into).to_vec(),
        folder: folder.to_owned(),
        readable: Vec::new(),
        variables: vec![("PATH".to_owned(), "/usr/bin:/bin".to_owned())],
        limits: Limits::default(),
        user: attacker(),
    };
    let program = Contained::start(&plan, None, guarantees, true)?;
    if attack != Attack::Survive {
        return Ok(program.wait()?);
    }
    let beats = folder.join("beats");
    let count = || fs::metadata(&beats).map_or(0, |it| it.len());
    let start = Instant::now();
    while count() == 0 && start.elapsed() < Duration::from_secs(5) {
        std::thread::sleep(Duration::from_millis(10));
    }
    ensure!(count() > 0, "the attack did not begin");
    program.end()?;
    let at_the_end = count();
    std::thread::sleep(Duration::from_millis(300));
    let survived = count() > at_the_end;
    Ok(if survived {
        Ended::Exited(SUCCEEDED.into())
    } else {
        Ended::Ended
    })
}
