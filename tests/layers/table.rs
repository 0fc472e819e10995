//! Which room may name what. A new arrow is a new line here, so that it is seen in review.

/// A part of the sources and the names that must not occur in it.
pub(super) struct Room {
    /// Where it is; every file whose path begins so.
    pub(super) path: &'static str,
    /// Parts of it that are not meant.
    pub(super) except: &'static [&'static str],
    /// Paths that it must not name; each stands for what is below it too.
    pub(super) forbidden: &'static [&'static str],
    /// Why.
    pub(super) why: &'static str,
}

/// The rooms.
pub(super) const ROOMS: &[Room] = &[
    Room {
        path: "shared/src",
        except: &[],
        forbidden: &[
            "std::fs",
            "std::net",
            "std::io",
            "std::process",
            "std::thread",
            "std::env",
            "std::time::Instant",
            "std::time::SystemTime",
            "tokio",
            "axum",
            "web_sys",
            "js_sys",
            "pairperf_engine",
            "pairperf_server",
            "pairperf_web",
        ],
        why: "shared is pure: no I/O, clock, runtime or browser",
    },
    Room {
        path: "server/engine/src",
        except: &[],
        forbidden: &["tokio", "axum", "hyper", "sqlx", "serde_json", "pairperf_server", "pairperf_web"],
        why: "the engine is threads and sockets: no runtime, HTTP, store or peer",
    },
    Room {
        path: "web/src",
        // They run natively.
        except: &["web/src/tests/"],
        forbidden: &[
            "pairperf_engine",
            "pairperf_server",
            "tokio",
            "std::net",
            "std::fs",
            "std::thread",
            "std::time::Instant",
        ],
        why: "the page runs in a browser and knows shared alone",
    },
    Room {
        path: "web/src",
        except: &["web/src/browser/"],
        forbidden: &["web_sys", "js_sys"],
        why: "only web/src/browser talks to the browser",
    },
    Room {
        path: "server/src",
        except: &["server/src/runs/", "server/src/reach/", "server/src/app/", "server/src/cli/"],
        forbidden: &["pairperf_engine"],
        why: "only runs drives the engine; app and cli put the node together",
    },
    Room {
        path: "server/src",
        except: &["server/src/store/"],
        forbidden: &["sqlx"],
        why: "only store talks to the database",
    },
    Room {
        path: "server/src",
        except: &["server/src/http/", "server/src/peer/"],
        forbidden: &["axum", "hyper"],
        why: "only the edge and the link speak HTTP",
    },
];

/// A module of the server and the other modules it may use.
pub(super) struct Module {
    /// Its name.
    pub(super) module: &'static str,
    /// What it may use besides itself; each stands for what is below it too.
    pub(super) uses: &'static [&'static str],
}

/// `http → {views, reach, runs → {engine, peer, reach, store}}`, no other arrow inside; `app` and `cli` put everything together.
pub(super) const SERVER: &[Module] = &[
    Module { module: "ids", uses: &[] },
    Module { module: "peer", uses: &[] },
    Module { module: "store", uses: &[] },
    Module { module: "reach", uses: &["ids"] },
    Module { module: "runs", uses: &["peer", "reach", "store", "ids"] },
    Module { module: "views", uses: &[] },
    Module { module: "http", uses: &["views", "runs", "peer", "reach", "store", "ids"] },
    Module { module: "app", uses: &["http", "runs", "peer", "reach", "store", "ids"] },
    Module { module: "cli", uses: &["app", "http", "runs", "peer", "store", "ids"] },
];

/// A crate and the ones it may not depend on.
pub(super) struct Manifest {
    /// Its manifest.
    pub(super) path: &'static str,
    /// The crates of this repository that it may depend on.
    pub(super) ours: &'static [&'static str],
    /// Others that it may not depend on.
    pub(super) forbidden: &'static [&'static str],
}

/// The crates.
pub(super) const CRATES: &[Manifest] = &[
    Manifest {
        path: "shared/Cargo.toml",
        ours: &[],
        forbidden: &[
            "tokio",
            "axum",
            "hyper",
            "sqlx",
            "nix",
            "libc",
            "socket2",
            "web-sys",
            "js-sys",
            "yew",
            "getrandom",
            "jiff",
        ],
    },
    Manifest {
        path: "server/engine/Cargo.toml",
        ours: &["pairperf-shared"],
        forbidden: &["tokio", "axum", "hyper", "sqlx", "serde_json", "clap", "yew"],
    },
    Manifest {
        path: "server/Cargo.toml",
        ours: &["pairperf-shared", "pairperf-engine"],
        forbidden: &["yew", "web-sys", "js-sys", "fantoccini"],
    },
    Manifest {
        path: "web/Cargo.toml",
        ours: &["pairperf-shared"],
        forbidden: &["axum", "hyper", "sqlx", "nix", "libc", "socket2", "clap"],
    },
    Manifest { path: "xtask/Cargo.toml", ours: &["pairperf-shared"], forbidden: &["tokio", "axum", "sqlx"] },
    Manifest { path: "tests/Cargo.toml", ours: &["pairperf-shared"], forbidden: &["sqlx"] },
];

/// What finished code does not hold.
pub(super) const UNFINISHED: &[&str] = &["todo!", "unimplemented!", "dbg!"];

/// Lines that a file may have.
pub(super) const LONGEST: usize = 600;

/// Files that may be longer, because they are nothing but a table.
pub(super) const TABLES: &[&str] = &[];
