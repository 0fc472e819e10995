//! A headless Chromium, driven through chromedriver; ended in the right order when dropped.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use fantoccini::elements::Element;
use fantoccini::wd::Capabilities;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::runtime::Runtime;

use super::program::end_now;
use super::trace::Trace;
use super::wait::{SOON, until};

/// What Chromium is started with: no window, no sandbox (tests run as root), no errands of its own.
const ARGUMENTS: [&str; 9] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

/// One browser with one session.
#[derive(Debug)]
pub(crate) struct Browser {
    runtime: Runtime,
    client: Option<Client>,
    driver: Child,
    port: u16,
    profile: TempDir,
}

impl Browser {
    /// Starts one with an empty profile.
    pub(crate) fn start() -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let (mut driver, port) = start_driver();
        let profile = tempfile::tempdir().unwrap();
        let mut arguments = ARGUMENTS.map(str::to_owned).to_vec();
        arguments.push(format!("--user-data-dir={}", profile.path().display()));
        let wishes =
            [("goog:chromeOptions", json!({"args": arguments})), ("goog:loggingPrefs", json!({"browser": "ALL"}))];
        let capabilities: Capabilities = wishes.map(|(name, wish)| (name.to_owned(), wish)).into_iter().collect();
        let address = format!("http://127.0.0.1:{port}");
        let connected = runtime.block_on(async {
            let mut builder = ClientBuilder::new(HttpConnector::new());
            builder.capabilities(capabilities).connect(&address).await
        });
        let client = match connected {
            Ok(client) => Some(client),
            Err(error) => {
                end_now(&mut driver);
                panic!("starting Chromium: {error}");
            }
        };
        Self { runtime, client, driver, port, profile }
    }

    fn client(&self) -> &Client {
        self.client.as_ref().unwrap()
    }

    /// Goes to an address.
    #[track_caller]
    pub(crate) fn open(&self, url: &str) {
        self.runtime.block_on(self.client().goto(url)).unwrap();
    }

    /// Loads the page again.
    #[track_caller]
    pub(crate) fn reload(&self) {
        self.runtime.block_on(self.client().refresh()).unwrap();
    }

    /// Where it is.
    #[track_caller]
    pub(crate) fn url(&self) -> String {
        self.runtime.block_on(self.client().current_url()).unwrap().to_string()
    }

    /// Opens another tab and goes to it.
    #[track_caller]
    pub(crate) fn new_tab(&self) {
        self.runtime.block_on(async {
            let tab = self.client().new_window(true).await.unwrap();
            self.client().switch_to_window(tab.handle).await.unwrap();
        });
    }

    /// Goes to the tab that was opened as the `number`th, from 0.
    #[track_caller]
    pub(crate) fn tab(&self, number: usize) {
        self.runtime.block_on(async {
            let tabs = self.client().windows().await.unwrap();
            self.client().switch_to_window(tabs[number].clone()).await.unwrap();
        });
    }

    /// The element that a CSS selector finds, once it is there.
    #[track_caller]
    pub(crate) fn find(&self, css: &str) -> Element {
        until(&format!("the page has {css}"), SOON, || {
            self.runtime.block_on(self.client().find(Locator::Css(css))).map_err(|_| self.page())
        })
    }

    /// Clicks what a CSS selector finds.
    #[track_caller]
    pub(crate) fn click(&self, css: &str) {
        until(&format!("{css} takes a click"), SOON, || {
            self.runtime
                .block_on(async { self.client().find(Locator::Css(css)).await?.click().await })
                .map_err(|error| error.to_string())
        });
    }

    /// Empties a field and types into it.
    #[track_caller]
    pub(crate) fn fill(&self, css: &str, text: &str) {
        let field = self.find(css);
        self.runtime.block_on(async {
            field.clear().await.unwrap();
            field.send_keys(text).await.unwrap();
        });
    }

    /// Presses keys where the focus is.
    #[track_caller]
    pub(crate) fn keys(&self, text: &str) {
        self.runtime.block_on(async {
            let focused = self.client().active_element().await.unwrap();
            focused.send_keys(text).await.unwrap();
        });
    }

    /// The text that a person reads in what a CSS selector finds.
    #[track_caller]
    pub(crate) fn text(&self, css: &str) -> String {
        let script = "const found = document.querySelector(arguments[0]); return found ? found.innerText : null;";
        until(&format!("the page has {css}"), SOON, || {
            self.script(script, vec![json!(css)]).as_str().map(str::to_owned).ok_or_else(|| self.page())
        })
    }

    /// Waits until the page says that.
    #[track_caller]
    pub(crate) fn says(&self, words: &str, limit: Duration) {
        until(&format!("the page says `{words}`"), limit, || {
            let page = self.page();
            if page.to_lowercase().contains(&words.to_lowercase()) { Ok(()) } else { Err(page) }
        });
    }

    /// All that the page says.
    #[track_caller]
    pub(crate) fn page(&self) -> String {
        self.script("return document.title + '\\n' + document.body.innerText;", Vec::new())
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }

    /// The value of a script.
    #[track_caller]
    pub(crate) fn script(&self, script: &str, arguments: Vec<Value>) -> Value {
        self.runtime.block_on(self.client().execute(script, arguments)).unwrap()
    }

    /// What a promise in the page becomes; the script calls its last argument with it.
    #[track_caller]
    pub(crate) fn script_later(&self, script: &str, arguments: Vec<Value>) -> Value {
        self.runtime.block_on(self.client().execute_async(script, arguments)).unwrap()
    }

    /// A command of Chromium's debugging protocol; its answer.
    pub(crate) fn devtools(&self, command: &str, parameters: &Value) -> Value {
        self.vendor("goog/cdp/execute", &json!({"cmd": command, "params": parameters}))
    }

    /// Makes the page as wide and high as that, in pixels of the style sheet.
    pub(crate) fn size(&self, width: u32, height: u32) {
        let screen = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        self.devtools("Emulation.setDeviceMetricsOverride", &screen);
        self.devtools("Emulation.setScrollbarsHidden", &json!({"hidden": true}));
    }

    /// Makes the page believe in that theme, `light` or `dark`.
    pub(crate) fn theme(&self, theme: &str) {
        let features = json!({"features": [{"name": "prefers-color-scheme", "value": theme}]});
        self.devtools("Emulation.setEmulatedMedia", &features);
    }

    /// The page as a PNG: what is on the screen, or with `whole` all of it.
    pub(crate) fn picture(&self, whole: bool) -> Vec<u8> {
        let taken = self.devtools("Page.captureScreenshot", &json!({"captureBeyondViewport": whole}));
        data_encoding::BASE64.decode(taken["data"].as_str().unwrap().as_bytes()).unwrap()
    }

    /// What axe-core finds serious or critical in the page, a line each.
    pub(crate) fn barriers(&self) -> Vec<String> {
        let file = std::env::var_os("PAIRPERF_AXE").expect("PAIRPERF_AXE names axe.min.js; `cargo xtask test` sets it");
        let source = std::fs::read_to_string(file).unwrap();
        // By the protocol, because the page's own policy lets no script be added to it.
        self.devtools("Runtime.evaluate", &json!({"expression": source}));
        let found = self.script_later(
            "const done = arguments[arguments.length - 1];
             axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})
               .then(({passes, violations}) => done(passes.length < 10 ? ['axe-core looked at nothing'] : violations
                 .filter(({impact}) => impact === 'serious' || impact === 'critical')
                 .flatMap(({id, nodes}) => nodes.map(({html, failureSummary}) => `${id}: ${html.slice(0, 200)} ${failureSummary}`))),
               error => done([String(error)]));",
            Vec::new(),
        );
        found.as_array().unwrap().iter().map(|line| line.as_str().unwrap_or_default().to_owned()).collect()
    }

    /// Begins to note what its pages compute.
    pub(crate) fn trace(&self) -> Trace {
        let place = std::fs::read_to_string(self.profile.path().join("DevToolsActivePort")).unwrap();
        let (port, path) = place.split_once('\n').expect("the file names a port and a path");
        Trace::begin(port.parse().unwrap(), path.trim())
    }

    /// What the console said since it was asked last.
    pub(crate) fn console(&self) -> Vec<Value> {
        let said = self.vendor("se/log", &json!({"type": "browser"})).as_array().cloned().unwrap_or_default();
        // Chromium's own pages, such as that of a new tab, speak here too.
        let is_ours = |entry: &Value| !entry["message"].as_str().is_some_and(|text| text.starts_with("chrome://"));
        said.into_iter().filter(is_ours).collect()
    }

    /// A command of chromedriver's own, which fantoccini does not know.
    fn vendor(&self, path: &str, body: &Value) -> Value {
        let session = self.runtime.block_on(self.client().session_id()).unwrap().unwrap();
        let url = format!("http://127.0.0.1:{}/session/{session}/{path}", self.port);
        let mut answer = ureq::post(&url).send_json(body).unwrap();
        let said: Value = answer.body_mut().with_config().limit(64 << 20).read_json().unwrap();
        said["value"].clone()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if let Some(client) = self.client.take() {
            if std::thread::panicking() {
                let page = self.runtime.block_on(client.execute("return document.body.innerText;", Vec::new()));
                eprintln!("--- the page at the end:\n{}\n---", page.unwrap_or_default().as_str().unwrap_or_default());
            }
            // Before the driver, or Chromium is left behind.
            let _ = self.runtime.block_on(client.close());
        }
        end_now(&mut self.driver);
    }
}

fn start_driver() -> (Child, u16) {
    let started = Command::new("chromedriver")
        .arg("--port=0")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut driver = started.unwrap_or_else(|error| {
        panic!("starting chromedriver: {error}; `cargo xtask test` installs it, or run `apt-get install chromium chromium-driver`")
    });
    let mut lines = BufReader::new(driver.stdout.take().unwrap()).lines().map_while(Result::ok);
    let port =
        lines.find_map(|line| line.split("started successfully on port ").nth(1)?.trim_end_matches('.').parse().ok());
    // Somebody has to read the rest, or it stops when the pipe is full.
    std::thread::spawn(move || lines.for_each(drop));
    (driver, port.expect("chromedriver names its port"))
}
