//! What is around every document: who we are, where one can go, how this node stands.

use pairperf_shared::Lang;
use pairperf_shared::text::Catalogue;

/// Addresses of the files that documents refer to.
#[derive(Debug, Clone)]
pub struct Assets {
    /// The style sheet.
    pub css: String,
    /// The style sheet of documents.
    pub documents: String,
    /// The script of the display preferences.
    pub theme: String,
    /// The script of the login page.
    pub login: String,
    /// The module that starts the page's program.
    pub boot: String,
    /// The icon.
    pub icon: String,
    /// The message catalogue of the reader's language.
    pub catalogue: String,
}

/// This node, as those who are logged in see it.
#[derive(Debug, Clone, Default)]
pub struct NodeShown {
    /// Its name.
    pub name: String,
    /// Its likeliest address.
    pub address: String,
    /// The pairing that stands.
    pub pairing: Option<String>,
    /// The name of the machine it is paired with.
    pub peer: Option<String>,
    /// The run that goes on.
    pub running: Option<String>,
}

/// The frame of one document.
#[derive(Debug, Clone)]
pub struct Frame {
    /// The reader's language.
    pub catalogue: &'static Catalogue,
    /// Where the files are.
    pub assets: Assets,
    /// This node; none for a reader without login.
    pub node: Option<NodeShown>,
    /// What the window is called, without the product's name.
    pub title: String,
    /// What the document is, for the page's program.
    pub page: &'static str,
    /// What it is about, for the page's program.
    pub id: Option<String>,
}

/// One entry of the navigation.
pub(super) struct Entry {
    pub(super) href: String,
    pub(super) name: String,
    pub(super) here: bool,
}

impl Frame {
    /// The same frame for a document of that kind.
    pub fn of(mut self, page: &'static str, title: &str) -> Self {
        self.page = page;
        title.clone_into(&mut self.title);
        self
    }

    /// Names what the document is about.
    pub fn about(mut self, id: &str) -> Self {
        self.id = Some(id.to_owned());
        self
    }

    pub(super) fn say(&self, key: &str) -> String {
        self.catalogue.say(key, &[])
    }

    pub(super) fn lang(&self) -> &'static str {
        self.catalogue.lang().tag()
    }

    #[expect(clippy::unused_self, reason = "templates know nothing but the frame")]
    pub(super) fn languages(&self) -> &'static [Lang] {
        &Lang::ALL
    }

    #[expect(clippy::unused_self, reason = "templates know nothing but the frame")]
    pub(super) fn version(&self) -> &'static str {
        env!("CARGO_PKG_VERSION")
    }

    pub(super) fn entries(&self) -> Vec<Entry> {
        let entry = |href: String, key: &str, pages: &[&str]| Entry {
            href,
            name: self.say(key),
            here: pages.contains(&self.page),
        };
        let help = entry("/help".to_owned(), "nav-help", &["help"]);
        let Some(node) = &self.node else { return vec![help] };
        // Always there: the form says itself what is missing where nothing is paired.
        let new = node.pairing.as_ref().map_or_else(|| "/new".to_owned(), |pairing| format!("/new?pairing={pairing}"));
        vec![
            entry("/".to_owned(), "nav-machines", &["home"]),
            entry(new, "nav-new", &["new"]),
            entry("/runs".to_owned(), "nav-history", &["runs"]),
            help,
        ]
    }

    pub(super) fn standing(&self, node: &NodeShown) -> String {
        let key = if node.peer.is_some() { "mast-paired" } else { "mast-alone" };
        let peer = node.peer.as_deref().unwrap_or_default();
        self.catalogue.say(key, &[("name", node.name.as_str().into()), ("peer", peer.into())])
    }

    pub(super) fn foot(&self, node: &NodeShown) -> String {
        self.catalogue.say(
            "foot",
            &[
                ("version", self.version().into()),
                ("name", node.name.as_str().into()),
                ("address", node.address.as_str().into()),
            ],
        )
    }
}
