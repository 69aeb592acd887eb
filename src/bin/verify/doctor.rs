//! `verify doctor`: tests which protections this machine gives by running attacks.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::ValueEnum;
use serde_json::json;

use arbitro_sandbox::{
    Contained, Ended, Keeper, Limits, Plan, Processes, Promise, Require, Staging, Strength,
};
use arbitro_tournament::report::protection::Protection;
use arbitro_words::{Language, say};

use crate::attack::{Attack, COMPUTES, SUCCEEDED};
use crate::printer::{Printer, Tone};
use crate::words::{self, VerifyMessage};
use arbitro_cli::exit::Exit;
use arbitro_cli::scope_args::ScopeArgs;
use arbitro_cli::way_out::{one_process, way_out};

pub(crate) fn run(scope: ScopeArgs, output: &mut Printer) -> Result<Exit> {
    scope.take().context("--scope")?;
    let mut keeper =
        Keeper::start(None, Require::Anything).context("the sandbox cannot be tested")?;
    let guarantees = *keeper.guarantees();
    let language = output.language;
    let one_process = one_process(&keeper, language);
    if guarantees.suffice() {
        // The same options as for untrusted programs.
        keeper = Keeper::start_with(None, guarantees, Require::Safety)
            .context("the sandbox cannot be tested")?;
    }
    for guarantee in guarantees.list() {
        let layers = guarantees.layers_of(guarantee.promise);
        if output.json {
            let layers: Vec<String> = layers.iter().map(ToString::to_string).collect();
            output.json(&json!({
                "guarantee": guarantee.promise,
                "strength": guarantee.strength,
                "mechanism": guarantee.mechanism,
                "text": say(&Protection::Mechanism(guarantee.mechanism), Language::English),
                "layers": layers,
            }))?;
        } else {
            let tone = match guarantee.strength {
                Strength::Enforced => Tone::Good,
                Strength::Approximate => Tone::Note,
                Strength::Absent => Tone::Bad,
            };
            let here = |it: Protection| say(&it, output.language);
            let mut rest = format!(": {}", here(Protection::Mechanism(guarantee.mechanism)));
            if !layers.is_empty() {
                let layers: Vec<_> = layers.iter().map(|&it| here(Protection::Layer(it))).collect();
                rest += &format!(" [{}]", layers.join(", "));
            }
            let promise = format!("{}:", here(Protection::Promise(guarantee.promise)));
            let strength = here(Protection::Strength(guarantee.strength));
            output.remark(&promise, tone, &strength, &rest)?;
        }
    }
    let causes = [way_out(&keeper, language), one_process];
    for cause in causes.into_iter().flatten() {
        tell_cause(output, &cause)?;
    }
    output.flush()?;
    let mut staging = Staging::new("arbitro-doctor-", guarantees.has_other_users());
    let here = std::env::current_exe().context("where this program is")?;
    let here = staging.bring(&here)?;
    let mut exit = if guarantees.suffice() { Exit::Yes } else { Exit::No };
    ensure!(
        !succeeds(Attack::None, &here, &mut keeper)?,
        "a program that does nothing wrong did not run"
    );
    let promises = guarantees.list();
    // What is not enforced, and what an attack has broken.
    let mut gaps: Vec<Promise> = promises
        .iter()
        .filter(|promise| promise.strength != Strength::Enforced)
        .map(|promise| promise.promise)
        .collect();
    for &attack in Attack::value_variants() {
        let Some(attacked) = attack.promise() else { continue };
        let has_succeeded = succeeds(attack, &here, &mut keeper)?;
        let promise = promises.iter().find(|promise| promise.promise == attacked);
        let strength = promise.map_or(Strength::Absent, |promise| promise.strength);
        // A promise made only against accidents is not a broken promise.
        if has_succeeded && strength != Strength::Approximate {
            exit = Exit::No;
        }
        if has_succeeded && !gaps.contains(&attacked) {
            gaps.push(attacked);
        }
        if output.json {
            output.json(&json!({
                "attack": attack.name(),
                "text": say(&attack, Language::English),
                "denied": !has_succeeded,
                "promise": attacked,
                "strength": strength,
            }))?;
        } else {
            let (tone, word) = match (has_succeeded, strength) {
                (false, _) => (Tone::Good, words::DENIED),
                (true, Strength::Approximate) => (Tone::Note, words::SUCCEEDED_AS_ALLOWED),
                (true, _) => (Tone::Bad, words::SUCCEEDED),
            };
            let subject = output.say(&words::ATTACK);
            output.verdict(&subject, tone, &word, &VerifyMessage::Attacker(attack))?;
        }
        output.flush()?;
    }
    tell_channels(output)?;
    conclude(exit, &gaps, output)?;
    Ok(exit)
}

/// Names what programs can still tell each other by: nothing hides it from runtimes that need it.
fn tell_channels(output: &mut Printer) -> Result<()> {
    if output.json {
        let seen = ["memory", "room", "load"];
        return Ok(output.json(&json!({ "channels": "narrowed", "seen": seen }))?);
    }
    let label = output.say(&words::CHANNELS);
    Ok(output.verdict(&label, Tone::Note, &words::NARROWED, &words::SEEN)?)
}

/// Says whether programs of strangers may be run here, and which promises are then not kept to the
/// letter.
fn conclude(exit: Exit, gaps: &[Promise], output: &mut Printer) -> Result<()> {
    let may = exit == Exit::Yes;
    if output.json {
        let value = json!({ "strangers": may, "gaps": gaps });
        return Ok(output.json(&value)?);
    }
    let (tone, word) = match (may, gaps) {
        (true, []) => (Tone::Good, words::MAY_RUN),
        (true, _) => (Tone::Note, words::MAY_RUN_WITH_GAPS),
        (false, _) => (Tone::Bad, words::MAY_NOT_RUN),
    };
    let names = gaps.iter().map(|&gap| say(&Protection::Promise(gap), output.language));
    let names = names.collect::<Vec<_>>().join(", ");
    let rest = if gaps.is_empty() { "".into() } else { output.say(&VerifyMessage::Gaps(&names)) };
    Ok(output.remark(&output.say(&words::STRANGERS), tone, &output.say(&word), &rest)?)
}

/// Explains why protections are missing, or the remedy.
fn tell_cause(output: &mut Printer, cause: &str) -> Result<()> {
    if output.json {
        output.json(&json!({ "cause": cause }))?;
    } else {
        output.line(cause)?;
    }
    Ok(())
}

/// Runs one attack in the sandbox.
fn succeeds(attack: Attack, program: &Path, keeper: &mut Keeper) -> Result<bool> {
    let place = tempfile::tempdir().context("a folder for the attack")?;
    let elsewhere = place.path().join("elsewhere");
    fs::create_dir(&elsewhere)?;
    let secret = elsewhere.join("secret");
    fs::write(&secret, "secret")?;
    // World-accessible, so that only the sandbox can deny access, not the file mode.
    for path in [place.path(), &elsewhere] {
        fs::set_permissions(path, fs::Permissions::from_mode(0o777))?;
    }
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o666))?;
    if let Some(user) = keeper.next_user() {
        // The attacker's own file, as another player's would be where all run as one user.
        std::os::unix::fs::chown(&secret, Some(user), Some(user))?;
    }
    match attack {
        Attack::SeeProcess | Attack::SignalProcess => {
            let mut victim = victim(program, keeper)?;
            let result = contained(attack, program, &victim.id().to_string(), keeper);
            let _ = victim.kill();
            let _ = victim.wait();
            result
        }
        _ => contained(attack, program, &secret.to_string_lossy(), keeper),
    }
}

/// Starts a process to find: this program, for a small system has no other. It ends with this process, because
/// its standard input closes. It has the attacker's user id, as other players may where all run as one user.
fn victim(program: &Path, keeper: &Keeper) -> Result<Child> {
    let mut victim = Command::new(program);
    if let Some(user) = keeper.next_user() {
        victim.uid(user);
    }
    if let Some(group) = keeper.group() {
        victim.gid(group);
    }
    let streams = victim.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    streams.args(["board", "-"]).spawn().context("a process for the attacker to find")
}

fn contained(attack: Attack, program: &Path, target: &str, keeper: &mut Keeper) -> Result<bool> {
    let plan = Plan {
        program: program.to_owned(),
        args: ["attack", &attack.name(), target].map(Into::into).to_vec(),
        readable: Vec::new(),
        variables: vec![("PATH".to_owned(), "/usr/bin:/bin".to_owned())],
        folder_variable: None,
        files: Vec::new(),
        limits: Limits { memory_bytes: attack.memory_limit(), ..Limits::default() },
        processes: Processes::Usual,
    };
    let mut program = keeper.contain(&plan)?;
    match attack {
        Attack::Survive => goes_on(&mut program, |program| program.kill_and_wait().map(|_| ())),
        Attack::ComputeWhileFrozen => goes_on(&mut program, Contained::freeze),
        Attack::None => Ok(wait(&mut program)? != Ended::Exited(0)),
        Attack::HideTime => {
            let mut charged = Duration::ZERO;
            while !program.is_gone() {
                // Without control groups the time of dead processes is not counted.
                charged = charged.max(program.cpu_time()?);
                std::thread::sleep(Duration::from_millis(1));
            }
            let ended = program.wait()?;
            let is_charged = charged >= COMPUTES / 2;
            Ok(ended == Ended::Exited(SUCCEEDED.into()) && !is_charged)
        }
        // The attack succeeds if the program finishes and its memory use went unnoticed.
        _ if attack.promise() == Some(Promise::Memory) => {
            let ended = wait(&mut program)?;
            Ok(ended == Ended::Exited(SUCCEEDED.into()) && !program.is_over_memory()?)
        }
        _ => Ok(wait(&mut program)? == Ended::Exited(SUCCEEDED.into())),
    }
}

/// Waits for a program's end. Meanwhile it watches the program's memory and folder, if the kernel
/// does not.
fn wait(program: &mut Contained) -> Result<Ended> {
    let must_watch = program.memory_interval().is_some() || program.must_look_at_folder();
    while must_watch && !program.is_gone() {
        let is_over_folder = program.must_look_at_folder() && program.is_folder_full()?;
        if is_over_folder || program.is_over_memory()? {
            return Ok(program.kill_and_wait()?);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    Ok(program.wait()?)
}

/// Returns true if a program that writes beats into its folder continues after it was stopped.
fn goes_on(
    program: &mut Contained,
    stop: impl FnOnce(&mut Contained) -> std::io::Result<()>,
) -> Result<bool> {
    let beats = program.folder().join("beats");
    let count = || fs::metadata(&beats).map_or(0, |metadata| metadata.len());
    let start = Instant::now();
    // A program that can start no other just ends.
    while count() == 0 && !program.is_gone() && start.elapsed() < Duration::from_secs(5) {
        std::thread::sleep(Duration::from_millis(10));
    }
    if count() == 0 && program.is_gone() {
        return Ok(false);
    }
    ensure!(count() > 0, "the attack did not begin");
    stop(program)?;
    // Writes that were in progress are over by then.
    std::thread::sleep(Duration::from_millis(50));
    let before = count();
    std::thread::sleep(Duration::from_millis(300));
    Ok(count() > before)
}
