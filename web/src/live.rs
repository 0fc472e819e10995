//! The live socket: connects, resumes from the last number it has, backs off, and hands messages on in bundles, at
//! most one a drawn frame.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use serde_json::Value;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::browser::Socket;
use crate::{api, browser};

/// The longest pause between two attempts, in seconds.
const LONGEST_PAUSE: u32 = 8;

/// A socket that is silent for so long is asked after: one whose other end vanished does not notice by itself.
const SILENCE_MS: u32 = 10_000;

/// How the socket stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Line {
    /// It was not up yet.
    Opening,
    /// Messages come.
    Up,
    /// It is lost and is tried again in so many seconds.
    Lost(u32),
}

/// Messages on their way to the next frame: parsed, and read by whoever they are for.
type Bundle = Rc<RefCell<Vec<Value>>>;

/// Keeps a live socket of a run, or of the node where none is named, while `wanted`.
///
/// Each change of `nudge` tries again at once.
#[hook]
pub(crate) fn use_live(run: Option<AttrValue>, wanted: bool, nudge: u32, messages: Callback<Vec<Value>>) -> Line {
    let line = use_state_eq(|| Line::Opening);
    let last = use_mut_ref(|| None::<u64>);
    let of_run = use_mut_ref(|| run.clone());
    {
        let line = line.clone();
        use_effect_with((run, wanted, nudge), move |(run, wanted, _)| {
            if *of_run.borrow() != *run {
                of_run.borrow_mut().clone_from(run);
                *last.borrow_mut() = None;
            }
            let kept = Rc::<Kept>::default();
            if *wanted {
                spawn_local(listen(run.clone(), last, messages, line.setter(), kept.clone()));
            }
            move || kept.give_up()
        });
    }
    *line
}

/// What a task that listens shares with whoever ends it.
#[derive(Debug, Default)]
struct Kept {
    socket: RefCell<Option<Rc<Socket>>>,
    given_up: Cell<bool>,
}

impl Kept {
    /// Closes the socket; the task finds out at its next step.
    fn give_up(&self) {
        self.given_up.set(true);
        if let Some(socket) = self.socket.take() {
            socket.close();
        }
    }
}

/// What one connection heard, for its task to look at.
#[derive(Debug, Default)]
struct Heard {
    any: Cell<bool>,
    lately: Cell<bool>,
}

async fn listen(
    run: Option<AttrValue>,
    last: Rc<RefCell<Option<u64>>>,
    messages: Callback<Vec<Value>>,
    line: UseStateSetter<Line>,
    kept: Rc<Kept>,
) {
    let mut pause = 1;
    while !kept.given_up.get() {
        if converse(run.as_deref(), &last, &messages, &line, &kept).await {
            pause = 1;
        }
        loop {
            for seconds in (1..=pause).rev() {
                if kept.given_up.get() {
                    return;
                }
                line.set(Line::Lost(seconds));
                browser::sleep(1_000).await;
            }
            pause = (pause * 2).min(LONGEST_PAUSE);
            // A refused upgrade says nothing to a page; a plain request finds out whether a login is wanted.
            if api::answers().await {
                break;
            }
        }
    }
}

/// One connection from its opening to its end; says whether anything came.
async fn converse(
    run: Option<&str>,
    last: &Rc<RefCell<Option<u64>>>,
    messages: &Callback<Vec<Value>>,
    line: &UseStateSetter<Line>,
    kept: &Kept,
) -> bool {
    let address = browser::socket_address(&api::live_path(run, *last.borrow()));
    let heard = Rc::<Heard>::default();
    let take = {
        let (heard, last, messages, line) = (heard.clone(), last.clone(), messages.clone(), line.clone());
        let bundle = Bundle::default();
        move |text: String| {
            heard.lately.set(true);
            let Ok(message) = serde_json::from_str::<Value>(&text) else { return };
            let Some(seq) = message["seq"].as_u64() else { return };
            if !heard.any.replace(true) {
                line.set(Line::Up);
            }
            *last.borrow_mut() = Some(seq);
            bundle.borrow_mut().push(message);
            if bundle.borrow().len() == 1 {
                let (bundle, messages) = (bundle.clone(), messages.clone());
                browser::next_frame(move || messages.emit(bundle.take()));
            }
        }
    };
    let Some(socket) = Socket::open(&address, take).map(Rc::new) else { return false };
    *kept.socket.borrow_mut() = Some(socket.clone());
    while !socket.ends_within(SILENCE_MS).await {
        if !heard.lately.replace(false) && !api::answers().await {
            break;
        }
    }
    socket.close();
    kept.socket.take();
    heard.any.get()
}
