//! A run that goes on: loads its record and follows it. Once it has ended the same address is its report.

use std::cell::RefCell;
use std::rc::Rc;

use serde_json::Value;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::run_view::{Known, RunView, Stop, run_view, title};
use crate::app::use_node;
use crate::live::{Line, use_live};
use crate::state::followed::{Followed, Told};
use crate::state::live::LiveRun;
use crate::text::use_text;
use crate::{api, browser};

/// How often the time left is brought up to date.
const TICK_MS: u32 = 250;
/// A run that had ended when its document was opened is shown by the next one, though not in a hurry.
const ENDED_MS: u32 = 1_500;

#[derive(Properties, PartialEq)]
pub(crate) struct RunProps {
    pub(crate) id: AttrValue,
}

/// A run whose messages come in; a new version tells components that something in it changed.
#[derive(Debug, Clone)]
pub(crate) struct Watched {
    pub(crate) run: Rc<RefCell<LiveRun>>,
    pub(crate) version: u64,
}

impl PartialEq for Watched {
    fn eq(&self, other: &Self) -> bool {
        self.version == other.version && Rc::ptr_eq(&self.run, &other.run)
    }
}

/// Follows the run.
#[component]
pub(crate) fn Run(props: &RunProps) -> Html {
    let text = use_text();
    let link = use_node();
    let known = use_state(|| Known::Loading);
    let ended = use_state_eq(|| false);
    let stopping = use_state_eq(|| Stop::NotAsked);
    let frozen = use_state_eq(|| None::<Watched>);
    let now = use_state(browser::now_ms);
    let live = matches!(*known, Known::Live(_));
    // What messages change lies here, not in the state: they come in faster than a frame is drawn.
    let watched = use_mut_ref(|| None::<Watched>);
    {
        let (known, watched, id) = (known.setter(), watched.clone(), props.id.clone());
        // Again once the node is back: the run may have ended, or the record not have come.
        let lost = matches!(link.line, Line::Lost(_));
        use_effect_with((id, *ended, link.nudge, lost), move |(id, ended, _, lost)| {
            if !lost {
                spawn_local(load(id.clone(), *ended, watched, known));
            }
        });
    }
    let heard = {
        let (known, ended, now) = (known.setter(), ended.setter(), now.setter());
        Callback::from(move |messages: Vec<Value>| {
            let mut watched = watched.borrow_mut();
            let Some(watched) = watched.as_mut() else { return };
            let moment = browser::now_ms();
            let mut run = watched.run.borrow_mut();
            // What this version of the page does not know of is skipped; the next snapshot has it all.
            for told in messages.into_iter().filter_map(|message| Told::read(message).ok()) {
                run.hear(told, moment);
            }
            run.measure();
            let is_final = run.state.is_final();
            drop(run);
            watched.version += 1;
            known.set(Known::Live(watched.clone()));
            now.set(moment);
            if is_final {
                ended.set(true);
            }
        })
    };
    use_live(Some(props.id.clone()), live, link.nudge, heard);
    {
        let now = now.setter();
        use_effect_with(live, move |&live| {
            let clock = live.then(|| browser::Timer::every(TICK_MS, move || now.set(browser::now_ms())));
            move || drop(clock)
        });
    }
    let stop = {
        let (id, stopping) = (props.id.clone(), stopping.setter());
        Callback::from(move |()| {
            let (id, stopping) = (id.clone(), stopping.clone());
            stopping.set(Stop::Asked);
            spawn_local(async move {
                if let Err(error) = api::cancel_run(&id).await {
                    stopping.set(Stop::Refused(error));
                }
            });
        })
    };
    let pause = {
        let (known, frozen) = (known.clone(), frozen.clone());
        Callback::from(move |()| frozen.set(pause(&known, frozen.is_some())))
    };
    use_window(text, &known, *now);
    run_view(
        text,
        &RunView {
            known: (*known).clone(),
            now_ms: *now,
            stopping: (*stopping).clone(),
            frozen: (*frozen).clone(),
            address: browser::address().into(),
            stop,
            pause,
            retry: link.retry,
        },
    )
}

/// Shows the progress in the title and the icon of the window.
#[hook]
fn use_window(text: crate::text::Text, known: &Known, now_ms: f64) {
    let shown = match known {
        Known::Live(watched) => {
            let run = watched.run.borrow();
            let share = run.elapsed_ms(now_ms).map(|elapsed| elapsed / run.record.config.traffic_ms().max(1) as f64);
            let steps = share.map(|share| (share.clamp(0.0, 1.0) * f64::from(browser::STEPS)) as u32);
            Some((title(text, &run), steps))
        }
        _ => None,
    };
    let (title, steps) = shown.unzip();
    use_effect_with(title, |title| {
        if let Some(title) = title {
            browser::set_title(title);
        }
    });
    use_effect_with(steps.flatten(), |steps| {
        if let Some(steps) = steps {
            browser::set_icon(*steps);
        }
    });
}

/// The run as it is drawn while drawing is paused: a copy of its own, so that all of it is of one moment.
fn pause(known: &Known, paused: bool) -> Option<Watched> {
    let Known::Live(watched) = known else { return None };
    let copy = || Rc::new(RefCell::new(watched.run.borrow().clone()));
    (!paused).then(|| Watched { run: copy(), version: watched.version })
}

/// Loads the record; once the end was told, until it is whole.
async fn load(id: AttrValue, ended: bool, watched: Rc<RefCell<Option<Watched>>>, known: UseStateSetter<Known>) {
    loop {
        match api::record(&id).await {
            // The same address is the report now, and the browser keeps the place in it.
            Ok(record) if record.state.is_final() && ended => browser::reload(),
            Ok(record) if record.state.is_final() => {
                known.set(Known::Ended);
                browser::later(ENDED_MS, browser::reload);
            }
            // The end was told, and the record is being put together.
            Ok(_) if ended => {
                browser::sleep(TICK_MS).await;
                continue;
            }
            // The same, and the node is out of reach for the moment: nothing else would ask again.
            Err(error) if ended && error.code == api::NO_ANSWER => {
                browser::sleep(ENDED_MS).await;
                continue;
            }
            Ok(record) => known.set(begin(&watched, record)),
            // A run that is on the screen stays there; the banner says that the node is out of reach.
            Err(error) if watched.borrow().is_none() || error.code != api::NO_ANSWER => {
                known.set(Known::Failed(error));
            }
            Err(_) => {}
        }
        return;
    }
}

fn begin(watched: &Rc<RefCell<Option<Watched>>>, record: Followed) -> Known {
    let fresh = || {
        // The snapshot of the socket says when the common start was; the record alone does not.
        let run = LiveRun::new(record, None, browser::now_ms());
        Watched { run: Rc::new(RefCell::new(run)), version: 0 }
    };
    Known::Live(watched.borrow_mut().get_or_insert_with(fresh).clone())
}
