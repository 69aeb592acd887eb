//! Marks from a tournament that was played: of each player what its matches show.

use std::path::Path;

use super::class::Work;
use super::event::Event;
use super::output::open;
use super::players::forfeit_kinds;
use super::publish::{Graded, publish};
use super::settings::RunSettings;
use super::source_text::{SourceText, no_text};
use super::worksheet::Worksheet;
use crate::contest::earlier;
use crate::dossier::{Class, Course, Dossier, PlayerFindings, RuleFindings, StepResult};
use crate::failure::Failure;
use crate::matches::{matches, rung};
use crate::submissions::{Contents, Layout};
use crate::words::Statement;
use arbitro_tournament::{
    GAME, LeftOutEntry, PlayerEntry, Remember, Results, TournamentFile, first_version,
};

const ALL: &str = "all";

/// Marks the players of a tournament, but those that are named as reference players.
pub fn from_tournament(
    settings: &RunSettings,
    tell: &mut dyn FnMut(Event),
) -> Result<Graded, Failure> {
    let folder = &settings.submissions;
    let unread = |error| Failure::caused(Statement::Unreadable(format!("{folder:?}")), &error);
    let file = TournamentFile::read(folder).map_err(unread)?;
    let results = Results::from_file(file, folder, Remember::Places).map_err(unread)?;
    let worksheet = settings.worksheet.as_deref().map(Worksheet::read).transpose()?;
    let _lock = open(&settings.out, &settings.submissions)?;
    let mut dossiers = dossiers(settings, folder, &results)?;
    dossiers.extend(results.file.left_out.iter().filter_map(left_out));
    dossiers.sort_by(|one, other| one.number.cmp(&other.number));
    let texts: Vec<SourceText> = dossiers.iter().map(|dossier| no_text(&dossier.number)).collect();
    let work = dossiers.iter().map(|_| Work::default()).collect();
    let class = Class {
        dossiers,
        left_out: Vec::new(),
        likeness: StepResult::NotDone(Statement::NoTexts),
        remarks: Vec::new(),
        notes: Vec::new(),
        course: Course::Players(results.file.settings.game.clone(), named(folder, &results)),
    };
    publish(settings, class, work, false, &texts.iter().collect::<Vec<_>>(), worksheet, tell)
}

/// The game, or the copy of its folder that the tournament keeps.
fn named(folder: &Path, results: &Results) -> String {
    let game = folder.join(GAME);
    if game.is_dir() {
        return game.display().to_string();
    }
    results.file.settings.game.name().to_owned()
}

fn dossiers(
    settings: &RunSettings,
    folder: &Path,
    results: &Results,
) -> Result<Vec<Dossier>, Failure> {
    let Some(mut ranking) = earlier(folder) else {
        let folder = format!("{folder:?}");
        return Err(Failure::Host(Statement::NotPlayedOut { folder }));
    };
    let is_rung = |name: &str| settings.ladder.iter().any(|it| it == name);
    ranking.leave_out(is_rung);
    let all = matches(folder, results)?;
    let mut kinds = forfeit_kinds(folder, results, results.file.settings.game.known())?;
    let players = results.file.players.iter().enumerate();
    let playing = players.filter(|(at, it)| !results.schedule.has_left(*at) && !is_rung(&it.name));
    let dossier = |(_, player): (usize, &PlayerEntry)| {
        let me = &player.name;
        let number = first_version(me).to_owned();
        let rungs = settings.ladder.iter().filter(|name| results.file.names().contains(&&***name));
        let rungs = rungs.map(|name| rung(&all, me, Some(name), name)).collect();
        let place = ranking.places.get(&number).map(|place| place.1.clone());
        let rules = RuleFindings {
            matches: rung(&all, me, None, ALL),
            kinds: kinds.remove(me).unwrap_or_default(),
        };
        Dossier {
            sha256: Some(player.sha256.clone()),
            strength: StepResult::Found(rungs),
            contest: place
                .map_or(StepResult::NotDone(Statement::NotInTournament), StepResult::Found),
            player: Some(PlayerFindings {
                starts: StepResult::Found(()),
                rules: StepResult::Found(rules),
                is_of_one: true,
            }),
            ..unplayed(number, StepResult::NotDone(Statement::NotPlayed))
        }
    };
    Ok(playing.map(dossier).collect())
}

/// One that was left out, by the name of its folder.
fn left_out(entry: &LeftOutEntry) -> Option<Dossier> {
    let number = Path::new(&entry.place).file_stem()?.to_string_lossy().into_owned();
    Some(unplayed(number, StepResult::NotReached(Statement::same(&entry.why))))
}

fn unplayed(number: String, starts: StepResult<()>) -> Dossier {
    let layout = Layout { entries: Vec::new(), found: Contents::Folder { files: 0, bytes: 0 } };
    let dossier = Dossier::without_steps(number, layout, &starts);
    let player = PlayerFindings { rules: starts.missing(), starts, is_of_one: true };
    Dossier { player: Some(player), ..dossier }
}
