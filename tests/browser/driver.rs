//! A real browser for the tests of the page: chromium through chromedriver, spoken to in plain HTTP.
//!
//! Both are started by the first test that finds none idle, and end with the process. Nothing here knows
//! what the page should do.

use std::cell::Cell;
use std::io::{BufRead, BufReader, Read};
use std::ops::Deref;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

use arbitro_testkit::needs::{on_path, skip};
use arbitro_testkit::page_server::request;

/// Maximum wait for an expected change. Changes come at once or not at all; the time is for busy
/// machines.
const PATIENCE: Duration = Duration::from_secs(20);

/// Returns whether a browser is installed, and prints a line when not. In CI a browser is required.
fn is_there() -> bool {
    static MISSING: OnceLock<Vec<&str>> = OnceLock::new();
    let missing = MISSING.get_or_init(missing);
    if missing.is_empty() {
        return true;
    }
    let missing = missing.join(" ");
    assert!(
        std::env::var_os("CI").is_none(),
        "in CI {missing} must be there: scripts/setup installs it"
    );
    skip(&format!("no {missing} (scripts/setup)"));
    false
}

/// The packages that are not there.
fn missing() -> Vec<&'static str> {
    let found = [("chromium", chromium()), ("chromium-driver", on_path("chromedriver"))];
    found.into_iter().filter(|(_, it)| it.is_none()).map(|(package, _)| package).collect()
}

/// The browser: where it is there, the one that draws no window, which takes two thirds of the time.
fn chromium() -> Option<PathBuf> {
    on_path("chromium-headless-shell").or_else(|| on_path("chromium"))
}

/// Idle browsers for reuse: starting one takes longer than most tests with it.
static IDLE: Mutex<Vec<Browser>> = Mutex::new(Vec::new());

/// A browser for oneself, until it is dropped.
#[derive(Debug)]
pub(crate) struct Taken(Option<Browser>);

impl Deref for Taken {
    type Target = Browser;

    fn deref(&self) -> &Browser {
        self.0.as_ref().unwrap()
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        // What a test that failed leaves behind is nothing to begin with.
        if std::thread::panicking() {
            return;
        }
        if let Some(browser) = self.0.take() {
            browser.leave();
            let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
            idle.push(browser);
        }
    }
}

/// How drivers say that the page was left while it was asked.
const LEFT: [&str; 3] = ["document unloaded", "aborted by navigation", "execution context"];

/// Runs a driver and its browser in one process group that ends when this shell's input closes, so
/// that they end with the tests in every case. Removes the browser's folder, its argument, which
/// holds the files that the browser leaves behind.
const UNTIL_THE_INPUT_ENDS: &str = "TMPDIR=$1 setsid chromedriver --port=0 2>/dev/null & driver=$!
    read -r _
    kill -KILL -$driver
    wait
    rm -rf \"$1\"";

/// A window of chromium, and the driver that moves its mouse.
#[derive(Debug)]
pub(crate) struct Browser {
    shell: Child,
    /// Held: both end when it is closed.
    input: Option<ChildStdin>,
    port: String,
    session: String,
    /// What it calls itself.
    agent: String,
    /// Whether it is known to show no page.
    is_blank: Cell<bool>,
    /// Kept open: the driver may write more.
    _words: BufReader<ChildStdout>,
}

impl Drop for Browser {
    fn drop(&mut self) {
        drop(self.input.take());
        let _ = self.shell.wait();
    }
}

impl Browser {
    /// One that is idle, or a new one; `None` on a machine without.
    pub(crate) fn take() -> Option<Taken> {
        if !is_there() {
            return None;
        }
        let idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner).pop();
        Some(Taken(Some(idle.unwrap_or_else(Browser::start))))
    }

    fn start() -> Browser {
        let folder = tempfile::tempdir().unwrap().keep();
        let mut shell = Command::new("sh")
            .args(["-c", UNTIL_THE_INPUT_ENDS, "sh"])
            .arg(&folder)
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut words = BufReader::new(shell.stdout.take().unwrap());
        let port = words
            .by_ref()
            .lines()
            .map_while(Result::ok)
            .find_map(|line| {
                Some(line.split("successfully on port ").nth(1)?.trim_end_matches('.').to_owned())
            })
            .unwrap();
        let mut browser = Browser {
            input: shell.stdin.take(),
            shell,
            port,
            session: String::new(),
            agent: String::new(),
            is_blank: Cell::new(false),
            _words: words,
        };
        let quiet = [
            "--headless",
            // Its cookies, history and cache need no disk.
            "--incognito",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--hide-scrollbars",
            "--window-size=1280,900",
            // All pages are ours: fewer processes, which otherwise take a fourth of the time.
            "--disable-extensions",
            "--in-process-gpu",
            "--renderer-process-limit=1",
            "--disable-site-isolation-trials",
            "--disable-features=IsolateOrigins,site-per-process,SpareRendererForSitePerProcess",
            // Compiling scripts for speed beside the page costs more than it brings.
            "--js-flags=--single-threaded",
        ];
        let wanted = json!({"capabilities": {"alwaysMatch": {
            "goog:chromeOptions": {"args": quiet, "binary": chromium()},
            "goog:loggingPrefs": {"browser": "ALL"},
        }}});
        let session = browser.ask("POST", "/session", Some(wanted)).unwrap();
        browser.session = session["sessionId"].as_str().unwrap().to_owned();
        browser.agent = browser.text("navigator.userAgent");
        browser
    }

    /// One command; the error is the driver's message.
    fn ask(&self, method: &str, path: &str, body: Option<Value>) -> Result<Value, String> {
        let path = match path.strip_prefix('.') {
            Some(rest) => format!("/session/{}{rest}", self.session),
            None => path.to_owned(),
        };
        let body = body.map(|body| body.to_string());
        let mut answer = request(&self.port, method, &path, body.as_deref());
        let value = answer["value"].take();
        match value.get("error") {
            Some(error) => Err(format!("{error}: {}", value["message"])),
            None => Ok(value),
        }
    }

    fn order(&self, path: &str, body: Value) -> Value {
        self.ask("POST", path, Some(body)).unwrap()
    }

    /// A command of the browser's own protocol.
    fn devtools(&self, command: &str, parameters: &Value) {
        self.order("./goog/cdp/execute", json!({"cmd": command, "params": parameters}));
    }

    /// A window of a size, as if the page had just come there: with no motion, in English.
    pub(crate) fn open(&self, address: &str, width: u32, height: u32) {
        self.open_in(address, width, height, "en-GB,en");
    }

    /// Opens a page from a file, in a theme, in a window of a size.
    pub(crate) fn open_file(&self, file: &Path, theme: &str, (width, height): (u32, u32)) {
        self.leave();
        self.resize(width, height);
        self.devtools(
            "Emulation.setEmulatedMedia",
            &json!({"features": [{"name": "prefers-color-scheme", "value": theme}]}),
        );
        self.go(&format!("file://{}", file.display()));
        self.wait("document.readyState === 'complete'");
    }

    /// Leaves the page. What it complained about is not the next one's.
    fn leave(&self) {
        if !self.is_blank.get() {
            self.go("about:blank");
            self.complaints();
            self.is_blank.set(true);
        }
    }

    fn go(&self, address: &str) {
        self.is_blank.set(false);
        self.order("./url", json!({"url": address}));
    }

    /// Prints the page on A4 and returns the number of sheets.
    pub(crate) fn print(&self) -> usize {
        let page = json!({"background": true, "page": {"width": 21.0, "height": 29.7}});
        let printed = self.order("./print", page);
        let printed = BASE64_STANDARD.decode(printed.as_str().unwrap()).unwrap();
        let printed = String::from_utf8_lossy(&printed);
        printed.matches("/Type /Page\n").count()
    }

    /// Shows the page as in "print", or with "" as on a screen again.
    pub(crate) fn show_on(&self, medium: &str) {
        self.devtools("Emulation.setEmulatedMedia", &json!({"media": medium}));
    }

    pub(crate) fn open_in(&self, address: &str, width: u32, height: u32, languages: &str) {
        self.leave();
        self.resize(width, height);
        self.devtools(
            "Emulation.setEmulatedMedia",
            &json!({"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]}),
        );
        self.devtools(
            "Emulation.setUserAgentOverride",
            &json!({"userAgent": self.agent, "acceptLanguage": languages}),
        );
        self.go(address);
        self.wait("document.documentElement.dataset.ready");
    }

    /// Lets the page move what it moves, from now on.
    pub(crate) fn allow_motion(&self) {
        self.devtools(
            "Emulation.setEmulatedMedia",
            &json!({"features": [{"name": "prefers-reduced-motion", "value": "no-preference"}]}),
        );
    }

    /// Opens one more tab and goes on in it; returns the tab that it was in.
    pub(crate) fn new_tab(&self) -> String {
        let before = self.ask("GET", "./window", None).unwrap();
        let made = self.order("./window/new", json!({"type": "tab"}));
        self.go_to_tab(made["handle"].as_str().unwrap());
        before.as_str().unwrap().to_owned()
    }

    /// Closes the tab, as a person does, and goes on in another one.
    pub(crate) fn close_tab(&self, next: &str) {
        self.ask("DELETE", "./window", None).unwrap();
        self.go_to_tab(next);
    }

    pub(crate) fn go_to_tab(&self, tab: &str) {
        self.is_blank.set(false);
        self.order("./window", json!({"handle": tab}));
    }

    /// Runs a script in the tab before those of every page that it opens from now on.
    pub(crate) fn before_every_page(&self, script: &str) {
        self.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({"source": script}));
    }

    /// Freezes the tab, as the browser does with one that has long been in the background, or wakes it.
    pub(crate) fn freeze(&self, is_frozen: bool) {
        let state = if is_frozen { "frozen" } else { "active" };
        self.devtools("Page.setWebLifecycleState", &json!({"state": state}));
    }

    /// Makes the window another size.
    pub(crate) fn resize(&self, width: u32, height: u32) {
        self.devtools(
            "Emulation.setDeviceMetricsOverride",
            &json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}),
        );
    }

    /// Lays the page out as ever from now on, to be clicked as ever, and paints nothing of it, which takes
    /// a large part of the time.
    pub(crate) fn paint_nothing(&self) {
        let script = "const sheet = new CSSStyleSheet();
            sheet.replaceSync(':root { opacity: 0 !important }');
            document.adoptedStyleSheets.push(sheet)";
        self.eval(script, &[]);
    }

    /// Goes to another view of the page that is open.
    pub(crate) fn turn_to(&self, fragment: &str, until: &str) {
        self.eval("location.hash = arguments[0]", &[json!(fragment)]);
        self.wait(until);
    }

    /// Runs a script and returns its result.
    pub(crate) fn eval(&self, script: &str, arguments: &[Value]) -> Value {
        self.order("./execute/sync", json!({"script": script, "args": arguments}))
    }

    /// Runs an asynchronous script and returns the value that it passes to its last argument.
    pub(crate) fn eval_later(&self, script: &str) -> Value {
        self.order("./execute/async", json!({"script": script, "args": []}))
    }

    pub(crate) fn text(&self, expression: &str) -> String {
        let value = self.eval(&format!("return {expression}"), &[]);
        value.as_str().map_or_else(|| value.to_string(), str::to_owned)
    }

    /// Waits until an expression is true. The page asks itself: each question from here costs the driver, the
    /// browser and the page more than what most wait for.
    pub(crate) fn wait(&self, expression: &str) {
        let script = format!(
            "const begun = performance.now();
            return new Promise((tell, fail) => {{
                const look = () => {{
                    try {{
                        const is = Boolean({expression});
                        if (is || performance.now() - begun > 1000) tell(is);
                        else setTimeout(look, 10);
                    }} catch (error) {{
                        fail(error);
                    }}
                }};
                look();
            }})"
        );
        let start = Instant::now();
        loop {
            let order = json!({"script": script, "args": []});
            match self.ask("POST", "./execute/sync", Some(order)) {
                Ok(Value::Bool(true)) => return,
                Ok(_) => {}
                // The next page goes on.
                Err(error) if LEFT.iter().any(|it| error.contains(it)) => {}
                Err(error) => panic!("{expression}: {error}"),
            }
            assert!(
                start.elapsed() < PATIENCE,
                "waited in vain for {expression}; the page shows {}, and complains {:?}",
                self.text("document.querySelector('main').innerText"),
                self.complaints()
            );
        }
    }

    /// The driver's name for what a selector finds.
    fn find(&self, selector: &str) -> String {
        let found = self.order("./element", json!({"using": "css selector", "value": selector}));
        let mut names = found.as_object().unwrap().values();
        names.next().unwrap().as_str().unwrap().to_owned()
    }

    /// A click of the mouse in the middle of what a selector finds. What the page draws anew between
    /// finding and clicking is found again.
    pub(crate) fn click(&self, selector: &str) {
        let begun = Instant::now();
        loop {
            let id = self.find(selector);
            let clicked = self.ask("POST", &format!("./element/{id}/click"), Some(json!({})));
            let Err(error) = clicked else {
                return;
            };
            // Below a button that stays at the edge of the window: a person scrolls.
            let is_covered = error.contains("element click intercepted");
            if is_covered {
                let script =
                    "document.querySelector(arguments[0])?.scrollIntoView({ block: 'center' })";
                self.eval(script, &[json!(selector)]);
            }
            let is_gone = is_covered || error.contains("stale element reference");
            assert!(is_gone && begun.elapsed() < PATIENCE, "{selector} cannot be clicked: {error}");
        }
    }

    /// A click of the mouse at a place of the window, which it comes to at once: no frame is waited for.
    pub(crate) fn click_at(&self, (x, y): (i64, i64)) {
        for what in ["mousePressed", "mouseReleased"] {
            self.devtools(
                "Input.dispatchMouseEvent",
                &json!({"type": what, "x": x, "y": y, "button": "left", "clickCount": 1}),
            );
        }
    }

    /// Writes into a field.
    pub(crate) fn write(&self, selector: &str, text: &str) {
        let id = self.find(selector);
        self.order(&format!("./element/{id}/value"), json!({"text": text}));
    }

    /// Presses keys one after the other; names as in [`key`].
    pub(crate) fn press(&self, keys: &[&str]) {
        let presses: Vec<Value> = keys
            .iter()
            .flat_map(|name| {
                ["keyDown", "keyUp"].map(|what| json!({"type": what, "value": key(name)}))
            })
            .collect();
        self.order(
            "./actions",
            json!({"actions": [{"type": "key", "id": "keys", "actions": presses}]}),
        );
    }

    fn middle(&self, selector: &str) -> (i64, i64) {
        let script = "const box = document.querySelector(arguments[0]).getBoundingClientRect();
            return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]";
        let place = self.eval(script, &[json!(selector)]);
        (place[0].as_i64().unwrap(), place[1].as_i64().unwrap())
    }

    /// Touches the middle of what a selector finds with a finger.
    pub(crate) fn tap(&self, selector: &str) {
        let (x, y) = self.middle(selector);
        let acts = json!([
            {"type": "pointerMove", "x": x, "y": y, "duration": 0, "origin": "viewport"},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]);
        self.act_with("touch", &acts);
    }

    fn act_with(&self, pointer: &str, acts: &Value) {
        self.order(
            "./actions",
            json!({"actions": [{
                "type": "pointer", "id": pointer, "parameters": {"pointerType": pointer}, "actions": acts
            }]}),
        );
    }

    /// Drags with a `mouse` or a `touch` from one thing to another.
    pub(crate) fn drag(&self, pointer: &str, from: &str, to: &str) {
        let (start, end) = (self.middle(from), self.middle(to));
        let go = |(x, y): (i64, i64), ms| json!({"type": "pointerMove", "x": x, "y": y, "duration": ms, "origin": "viewport"});
        let half = (i64::midpoint(start.0, end.0), i64::midpoint(start.1, end.1));
        let acts = json!([
            go(start, 0),
            {"type": "pointerDown", "button": 0},
            go(half, 40),
            go(end, 40),
            {"type": "pointerUp", "button": 0},
        ]);
        self.act_with(pointer, &acts);
    }

    /// Errors that the page logged since the last call, except refusals of the server.
    pub(crate) fn complaints(&self) -> Vec<String> {
        let log = self.order("./se/log", json!({"type": "browser"}));
        let messages = log.as_array().unwrap().iter();
        messages
            .map(|entry| entry["message"].as_str().unwrap().to_owned())
            .filter(|message| !message.contains("the server responded with a status of 4"))
            .collect()
    }
}

/// Keys by name, as WebDriver writes them.
fn key(name: &str) -> &str {
    match name {
        "Tab" => "\u{e004}",
        "Enter" => "\u{e007}",
        "Escape" => "\u{e00c}",
        "Space" => " ",
        "End" => "\u{e010}",
        "Home" => "\u{e011}",
        "Left" => "\u{e012}",
        "Up" => "\u{e013}",
        "Right" => "\u{e014}",
        "Down" => "\u{e015}",
        letter => letter,
    }
}
