//! A WebSocket that says what it hears.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::JsCast as _;
use wasm_bindgen::prelude::Closure;
use web_sys::{MessageEvent, WebSocket};

use super::timer::rest;

/// A socket. It is open until it ends or is closed.
#[derive(Debug)]
pub(crate) struct Socket {
    opened: WebSocket,
    end: Rc<RefCell<End>>,
    /// What the browser calls lives as long as the socket.
    _heard: Closure<dyn FnMut(MessageEvent)>,
    _ended: Closure<dyn FnMut()>,
}

/// Whether a socket has ended, and whom to tell.
#[derive(Default)]
struct End {
    is_there: bool,
    tell: Option<Rc<dyn Fn()>>,
}

impl End {
    fn came(end: &RefCell<Self>) {
        let tell = {
            let mut end = end.borrow_mut();
            end.is_there = true;
            end.tell.take()
        };
        if let Some(tell) = tell {
            tell();
        }
    }
}

impl std::fmt::Debug for End {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("End").field("is_there", &self.is_there).finish_non_exhaustive()
    }
}

impl Socket {
    /// Opens one and calls with each text that comes.
    pub(crate) fn open(address: &str, mut heard: impl FnMut(String) + 'static) -> Option<Self> {
        // Natively there is none.
        super::window()?;
        let socket = WebSocket::new(address).ok()?;
        let end = Rc::<RefCell<End>>::default();
        let heard = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some(text) = event.data().as_string() {
                heard(text);
            }
        });
        let ended = {
            let end = end.clone();
            Closure::<dyn FnMut()>::new(move || End::came(&end))
        };
        socket.set_onmessage(Some(heard.as_ref().unchecked_ref()));
        // A failure closes it too, and is told as that.
        socket.set_onclose(Some(ended.as_ref().unchecked_ref()));
        Some(Self { opened: socket, end, _heard: heard, _ended: ended })
    }

    /// Waits so many milliseconds or until the socket ends; says whether it has.
    pub(crate) async fn ends_within(&self, ms: u32) -> bool {
        if !self.end.borrow().is_there {
            rest(ms, |tell| self.end.borrow_mut().tell = Some(tell)).await;
        }
        self.end.borrow().is_there
    }

    /// Closes it: nothing is heard from it any more, and it has ended for whoever waits for that.
    pub(crate) fn close(&self) {
        self.opened.set_onmessage(None);
        self.opened.set_onclose(None);
        let _ = self.opened.close();
        End::came(&self.end);
    }
}
