//! Acts of the programs of a simulated world, step by step.

use std::rc::Rc;
use std::time::Duration;

use arbitro_rules::Player;
use arbitro_rules::line::{Start, open};

use super::folder::Entry;
use super::script::{Content, Step};
use super::trace::{Act, Died, Exceeded, Heard, What};
use super::voice::Voice;
use super::world::{Body, Busy, Flaw, World};

/// Events of a flood.
const FLOOD: usize = 40;

/// A file that a player holds open for writing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Held {
    file: usize,
    by_parent: bool,
    by_child: bool,
}

impl World {
    pub(super) fn does(&mut self, player: Player, act: Act) {
        self.write(What::Does { player, act });
    }

    /// Lets go of the file that a player holds, for its program or for its child.
    fn release(&mut self, player: Player, of_parent: bool, of_child: bool) {
        let body = self.body(player);
        if let Some(held) = &mut body.held {
            held.by_parent &= !of_parent;
            held.by_child &= !of_child;
        }
        // Closed once none of its processes has it.
        let Some(Held { file, .. }) = body.held.take_if(|it| !it.by_parent && !it.by_child) else {
            return;
        };
        let folder = self.folder(player);
        folder.files[file].writers -= 1;
        let told_as = folder.told_as(file);
        self.does(player, Act::Closes { file });
        if let Some(number) = told_as {
            self.tell(player, Heard::Closed(number));
            self.show(number);
        }
    }

    fn hold(&mut self, player: Player, file: usize) {
        let body = self.body(player);
        body.held = Some(Held { file, by_parent: true, by_child: false });
        body.latest_file = Some(file);
    }

    fn hold_new(&mut self, player: Player) -> usize {
        self.release(player, true, true);
        let file = self.folder(player).make();
        self.hold(player, file);
        file
    }

    /// Does a player's next step.
    pub(super) fn act(&mut self, player: Player) {
        self.fill_by_others(player);
        let now = self.now;
        let body = self.body(player);
        if let Some(death) = body.dying
            && !body.has_child_step()
        {
            return self.end_all(player, death);
        }
        if body.voice.as_ref().is_some_and(Voice::has_more) {
            return self.print_on(player);
        }
        let Some(step) = body.steps.pop_front() else {
            // At the end of its script it waits for ever.
            body.busy = Busy::Sleeps { until: Duration::MAX };
            return;
        };
        match step {
            Step::Await => match body.unseen.take() {
                Some(given) => self.see(player, given),
                None => {
                    body.busy = Busy::Waits;
                    body.steps.push_front(Step::Await);
                }
            },
            Step::Sleep(time) => body.busy = Busy::Sleeps { until: now + time },
            Step::Compute(time) => body.busy = Busy::Computes { left: time },
            Step::Create(by) => self.create(player, by),
            Step::Rename(by) => self.name_latest(player, by, false),
            Step::Link(by) => self.name_latest(player, by, true),
            Step::OpenOther => {
                let file = self.hold_new(player);
                self.does(player, Act::Opens { file });
            }
            Step::OpenAgain => {
                let Some(file) = body.latest_file.filter(|_| body.held.is_none()) else { return };
                self.hold(player, file);
                self.folder(player).files[file].writers += 1;
                self.does(player, Act::Opens { file });
            }
            Step::Write(content) => self.write_file(player, content),
            Step::Close => self.release(player, true, false),
            Step::ChildCloses => self.release(player, false, true),
            Step::Fork => {
                if let Some(held) = &mut body.held {
                    held.by_child = held.by_parent;
                }
            }
            Step::Folder(by) => {
                let Some(number) = self.free(player, by) else { return };
                self.folder(player).entries.insert(number, Entry::NoFile);
                self.does(player, Act::MakesFolder { number });
            }
            Step::Remove(by) => {
                let Some(number) = self.number(player, by) else { return };
                if self.folder(player).entries.remove(&number).is_some() {
                    self.does(player, Act::Removes { number });
                }
            }
            Step::Hide => {
                let Some(file) = body.latest_file else { return };
                self.folder(player).files[file].is_readable = false;
                self.does(player, Act::Hides { file });
            }
            Step::Forge => self.forge(player),
            Step::Flood => self.flood(player),
            Step::Exceed(limit) => self.exceed(player, limit),
            Step::Print(text) => self.print(player, text),
            Step::CloseOutput => self.close_output(player),
            Step::Die(death) => {
                body.dying = Some(death);
                self.release(player, true, false);
            }
        }
    }

    /// The number of a board that a step names, once the player has seen a board.
    fn number(&mut self, player: Player, by: i8) -> Option<u64> {
        let answer = self.body(player).answer;
        (answer > 0).then(|| answer.saturating_add_signed(by.into()))
    }

    /// The same if there is no such board yet.
    fn free(&mut self, player: Player, by: i8) -> Option<u64> {
        let number = self.number(player, by)?;
        (!self.folder(player).has(number)).then_some(number)
    }

    fn create(&mut self, player: Player, by: i8) {
        let Some(number) = self.free(player, by) else { return };
        let file = self.hold_new(player);
        self.folder(player).entries.insert(number, Entry::File(file));
        self.does(player, Act::Creates { number, file });
        self.tell_creation(player, number);
    }

    fn tell_creation(&mut self, player: Player, number: u64) {
        // By hand the referee asks for it.
        if self.flaws.tells_creation || self.terms.by_hand {
            self.tell(player, Heard::Begun(number));
        }
    }

    fn name_latest(&mut self, player: Player, by: i8, is_link: bool) {
        let (number, file) = (self.free(player, by), self.body(player).latest_file);
        let Some((number, file)) = number.zip(file) else { return };
        let folder = self.folder(player);
        if folder.has_name(file) {
            return;
        }
        let entry = if is_link { Entry::Link(file) } else { Entry::File(file) };
        folder.entries.insert(number, entry);
        if is_link {
            self.does(player, Act::Links { number, file });
            self.tell_creation(player, number);
        } else {
            self.does(player, Act::Renames { number, file });
            self.tell(player, Heard::Closed(number));
        }
        self.show(number);
    }

    fn write_file(&mut self, player: Player, content: Content) {
        let body = self.body(player);
        let Some(Held { file, .. }) = body.held else { return };
        let content = body.content(&content);
        let folder = self.folder(player);
        if folder.filled.is_some() {
            return;
        }
        folder.files[file].content = Rc::clone(&content);
        let number = folder.told_as(file);
        self.does(player, Act::Writes { file, content });
        if let Some(number) = number {
            self.show(number);
        }
    }

    /// Writes into the latest board that it was given, or by hand into its opponent's.
    fn forge(&mut self, player: Player) {
        let opponents = self.body(player).answer.saturating_sub(1);
        let garbage = self.body(player).content(&Content::Garbage);
        let folder = self.folder(player);
        if let Some(Entry::File(file) | Entry::Link(file)) = folder.entries.get(&opponents) {
            let file = *file;
            folder.files[file].content = Rc::clone(&garbage);
            for act in [Act::Opens { file }, Act::Writes { file, content: garbage }] {
                self.does(player, act);
            }
            self.does(player, Act::Closes { file });
            self.tell(player, Heard::Closed(opponents));
        } else if let Some((&number, _)) = folder.given.last_key_value() {
            folder.forged.push(number);
            self.does(player, Act::Forges { number });
            self.tell(player, Heard::Closed(number));
        }
    }

    /// Rewrites its judged boards as they were, again and again.
    fn flood(&mut self, player: Player) {
        let answer = self.body(player).answer;
        let folder = self.folder(player);
        let is_own = |number: &u64| answer.is_multiple_of(2) == number.is_multiple_of(2);
        let is_closed = |number: &u64| folder.file(*number).is_some_and(|file| file.writers == 0);
        let before = folder.entries.range(..answer).map(|(&number, _)| number);
        let judged: Vec<u64> = before.filter(is_own).filter(is_closed).collect();
        // The kernel merges what follows itself, and so there must be two.
        if judged.len() > 1 {
            for &number in &judged {
                self.rewrite(player, number);
            }
            for &number in judged.iter().cycle().take(FLOOD) {
                self.tell(player, Heard::Closed(number));
            }
        }
    }

    fn rewrite(&mut self, player: Player, number: u64) {
        let folder = self.folder(player);
        let Some(file) = folder.entries.get(&number).and_then(|entry| entry.file()) else { return };
        let content = Rc::clone(&folder.files[file].content);
        for act in [Act::Opens { file }, Act::Writes { file, content }, Act::Closes { file }] {
            self.does(player, act);
        }
    }

    fn exceed(&mut self, player: Player, limit: Exceeded) {
        let has_alarm = !self.flaws.has_no_alarm;
        let body = self.body(player);
        body.exceeded.push(limit);
        body.memory_untold |= limit == Exceeded::Memory && has_alarm;
        if limit == Exceeded::Folder && !self.terms.by_hand {
            self.folder(player).filled = Some(true);
        }
        self.write(What::Exceeds { player, limit });
    }

    /// The program is gone, and so are its children: what they held open is closed.
    fn end_all(&mut self, player: Player, death: Died) {
        self.release(player, true, true);
        self.body(player).voice.iter_mut().for_each(Voice::end);
        let late = self.flaw(Flaw::LateDeath).unwrap_or_default();
        let ripe = self.now + late;
        let body = self.body(player);
        (body.dying, body.death) = (None, Some(death));
        body.death_ripe = Some(ripe);
        body.stops_at = None;
        body.cores = 0;
        self.write(What::Dies { player, death });
    }

    /// By hand a player sees its opponent's board once that stands whole, or only once it is closed.
    fn show(&mut self, number: u64) {
        if !self.terms.by_hand {
            return;
        }
        let player = if number % 2 == 1 { Player::X } else { Player::O };
        let whole = self.board_bytes;
        let Some(file) = self.folder(player).file(number) else { return };
        let (is_whole, is_closed) = (file.content.len() >= whole, file.writers == 0);
        let body = self.body(player);
        let is_new = number > body.seen.max(body.unseen.unwrap_or(0));
        if is_new && is_whole && (is_closed || body.is_hasty) {
            body.unseen = Some(number);
        }
    }

    /// A player sees a board that it was given, and knows a legal answer.
    fn see(&mut self, player: Player, given: u64) {
        if let Some(voice) = &mut self.body(player).voice {
            voice.read_all();
            let body = self.body(player);
            (body.seen, body.answer) = (given, given + 1);
            return;
        }
        let game = self.terms.game;
        let folder = self.folder(player);
        let bytes: Rc<[u8]> = match (folder.given.get(&given), folder.file(given)) {
            (Some(board), _) => Rc::from(board.as_bytes()),
            (None, Some(file)) => Rc::clone(&file.content),
            (None, None) => Rc::from([]),
        };
        let body = self.body(player);
        (body.seen, body.answer) = (given, given + 1);
        let strictness = arbitro_rules::notation::Strictness::Strict;
        let start = Start::Board { bytes: &bytes, turn: player, strictness };
        let Ok(mut line) = open(game, start, None) else { return };
        let legal = line.legal();
        // Any will do, and the same in each rerun.
        let Some(&key) = legal.get((given as usize * 7) % legal.len().max(1)) else { return };
        line.play(key);
        body.legal = Rc::from(line.board(1).as_bytes());
        body.before = bytes;
    }
}

impl Body {
    /// Returns true if a child goes on although its parent is dead.
    fn has_child_step(&self) -> bool {
        let is_of_child =
            |it: &Step| matches!(it, Step::Sleep(_) | Step::Write(_) | Step::ChildCloses);
        self.held.is_some() && self.steps.front().is_some_and(is_of_child)
    }

    fn content(&self, content: &Content) -> Rc<[u8]> {
        match *content {
            Content::Legal => Rc::clone(&self.legal),
            Content::Part(bytes) => {
                Rc::from(&self.legal[..usize::from(bytes).min(self.legal.len())])
            }
            Content::Unchanged => Rc::clone(&self.before),
            Content::Garbage => {
                let mut bytes = self.legal.to_vec();
                bytes.fill(b'?');
                Rc::from(bytes)
            }
        }
    }
}
