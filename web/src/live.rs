//! The live socket: connects, resumes from the last number it has, backs off, and hands messages on in bundles, at
//! most one a drawn frame.

use std::cell::RefCell;
use std::rc::Rc;

use futures_util::StreamExt as _;
use futures_util::future::{AbortHandle, Abortable, Either, select};
use gloo_net::websocket::Message;
use gloo_net::websocket::futures::WebSocket;
use gloo_timers::future::TimeoutFuture;
use serde_json::Value;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

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
            let (handle, registration) = AbortHandle::new_pair();
            if *of_run.borrow() != *run {
                of_run.borrow_mut().clone_from(run);
                *last.borrow_mut() = None;
            }
            if *wanted {
                let task = listen(run.clone(), last, messages, line.setter());
                spawn_local(async move {
                    let _ = Abortable::new(task, registration).await;
                });
            }
            move || handle.abort()
        });
    }
    *line
}

async fn listen(
    run: Option<AttrValue>,
    last: Rc<RefCell<Option<u64>>>,
    messages: Callback<Vec<Value>>,
    line: UseStateSetter<Line>,
) {
    let mut pause = 1;
    loop {
        let after = *last.borrow();
        let heard = converse(run.as_deref(), after, &last, &messages, &line).await;
        if heard {
            pause = 1;
        }
        loop {
            for seconds in (1..=pause).rev() {
                line.set(Line::Lost(seconds));
                TimeoutFuture::new(1_000).await;
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
    after: Option<u64>,
    last: &Rc<RefCell<Option<u64>>>,
    messages: &Callback<Vec<Value>>,
    line: &UseStateSetter<Line>,
) -> bool {
    let Ok(mut socket) = WebSocket::open(&browser::socket_address(&api::live_path(run, after))) else { return false };
    let bundle = Bundle::default();
    let mut heard = false;
    let (mut clock, mut silent) = (TimeoutFuture::new(SILENCE_MS), true);
    loop {
        let message = match select(socket.next(), &mut clock).await {
            Either::Left((message, _)) => message.transpose().ok().flatten(),
            Either::Right(_) if silent && !api::answers().await => None,
            Either::Right(_) => {
                (clock, silent) = (TimeoutFuture::new(SILENCE_MS), true);
                continue;
            }
        };
        let Some(message) = message else { return heard };
        silent = false;
        let Message::Text(text) = message else { continue };
        let Ok(message) = serde_json::from_str::<Value>(&text) else { continue };
        let Some(seq) = message["seq"].as_u64() else { continue };
        if !heard {
            line.set(Line::Up);
            heard = true;
        }
        *last.borrow_mut() = Some(seq);
        bundle.borrow_mut().push(message);
        if bundle.borrow().len() == 1 {
            let (bundle, messages) = (bundle.clone(), messages.clone());
            browser::next_frame(move || messages.emit(bundle.take()));
        }
    }
}
