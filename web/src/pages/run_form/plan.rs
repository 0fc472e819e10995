//! What both machines would do, before the first socket opens.

use pairperf_shared::RunConfig;
use pairperf_shared::chart::link;
use pairperf_shared::config::{Direction, Pace};
use pairperf_shared::forecast::Forecast;
use pairperf_shared::plan::{ExchangePlan, Loop, Plan, Role, RolePlan, Side, UdpPlan};
use pairperf_shared::units;
use yew::prelude::*;

use super::judge::Judgement;
use super::view::{Ready, name};
use crate::browser;
use crate::components::drawn::drawn;
use crate::text::Text;

/// The plan, or why there is none.
pub(super) fn aside(text: Text, props: &Ready<'_>, judgement: &Judgement) -> Html {
    html! {
        <aside class="plan" aria-labelledby="plan">
            <h2 id="plan">{ text.say("plan") }</h2>
            { match &judgement.ready {
                Some((config, plan)) => planned(text, props, judgement, config, plan),
                None => html! { <p class="note">{ text.say("plan-not-yet") }</p> },
            } }
        </aside>
    }
}

fn planned(text: Text, props: &Ready<'_>, judgement: &Judgement, config: &RunConfig, plan: &Plan) -> Html {
    let forecast = Forecast::of(config, &props.view.host, &props.peer.host);
    let forwards = config.direction == Direction::ToPeer;
    html! { <>
        <div>
            <p class="plan__pair"><span>{ &props.view.name }</span><span>{ &props.peer.name }</span></p>
            { drawn(link::planned(plan.streams, forwards, forecast.carries.is_some())) }
        </div>
        { table(text, props, plan, &forecast) }
        { for judgement.warnings.iter().map(|warning| html! { <p class="field__warn">{ text.message(&warning.message) }</p> }) }
    </> }
}

fn table(text: Text, props: &Ready<'_>, plan: &Plan, forecast: &Forecast) -> Html {
    let row = |key: &str, value: AttrValue| html! { <div><dt>{ text.say(key) }</dt><dd>{ value }</dd></div> };
    let machine = |role: &RolePlan, side: Side| {
        let threads = threads(text, role);
        text.tell("plan-machine", &[("host", name(props, side).into()), ("threads", threads.as_str().into())])
    };
    let [sends, receives] = if plan.coordinator.exchange.is_some() {
        ["plan-asks", "plan-answers"]
    } else {
        ["plan-sends", "plan-receives"]
    };
    let legs =
        [Some((&plan.coordinator, &plan.peer)), plan.back.as_deref().map(|back| (&back.coordinator, &back.peer))];
    let leg = |(here, there): (&RolePlan, &RolePlan)| {
        let ends = [machine(here, Side::Coordinator), machine(there, Side::Peer)];
        let [sender, receiver] = if here.role == Role::Sender {
            ends
        } else {
            let [here, there] = ends;
            [there, here]
        };
        html! { <>{ row(sends, sender) }{ row(receives, receiver) }</> }
    };
    html! {
        <dl class="facts-list">
            { for legs.into_iter().flatten().map(leg) }
            { row("plan-opens", opens(text, props, plan)) }
            { row("plan-takes", takes(text, forecast)) }
            { row("plan-moves", moves(text, forecast)) }
            { match &plan.coordinator.udp {
                _ if plan.coordinator.exchange.is_some() => row("plan-calls", exchange(text, plan)),
                None => row("plan-calls", calls(text, props, plan)),
                Some(udp) => html! { <>
                    { row("knob-datagram", datagrams(text, udp)) }
                    { row("knob-rate", rate(text, udp)) }
                    { row("plan-calls", batch(text, udp)) }
                </> },
            } }
        </dl>
    }
}

fn threads(text: Text, role: &RolePlan) -> AttrValue {
    let key = match role.inner_loop {
        Loop::Blocking => "loop-blocking",
        Loop::Epoll => "loop-epoll",
        Loop::Batch => "loop-batch",
        Loop::Exchange => "loop-exchange",
    };
    text.tell(key, &[("threads", role.threads.into())])
}

/// One node opens every stream, whoever sends.
fn opens(text: Text, props: &Ready<'_>, plan: &Plan) -> AttrValue {
    let (key, opener) =
        if plan.coordinator.opens { ("plan-connections", Side::Coordinator) } else { ("plan-accepts", Side::Peer) };
    text.tell(
        key,
        &[
            ("host", name(props, opener).into()),
            ("streams", plan.streams.into()),
            ("protocol", plan.protocol.name().into()),
            ("address", target(props, plan).into()),
        ],
    )
}

/// Where this node opens its streams to.
fn target(props: &Ready<'_>, plan: &Plan) -> String {
    let address = &props.peer.address;
    let host = match address.rsplit_once(':') {
        Some((host, _)) if props.pairing.dialled => host.to_owned(),
        // Where the other node dialled, its address comes without a port.
        Some(_) => format!("[{address}]"),
        None => address.clone(),
    };
    match (plan.coordinator.udp.and_then(|udp| udp.base_port), props.peer.host.listens_at) {
        (Some(first), _) if plan.streams > 1 => format!("{host}:{first}–{}", u32::from(first) + plan.streams - 1),
        (Some(first), _) => format!("{host}:{first}"),
        (None, Some(port)) if !props.pairing.dialled => format!("{host}:{port}"),
        (None, _) => address.clone(),
    }
}

fn datagrams(text: Text, udp: &UdpPlan) -> AttrValue {
    let key = if udp.fragment { "plan-datagrams-cut" } else { "plan-datagrams" };
    text.tell(key, &[("bytes", udp.datagram_bytes.into())])
}

fn rate(text: Text, udp: &UdpPlan) -> AttrValue {
    let Some(rate) = udp.stream_bits_per_second else { return text.say("knob-unlimited") };
    let pace = text.say(match udp.pace {
        Pace::Quantum => "choice-pace-quantum",
        Pace::Spin => "choice-pace-spin",
        Pace::Gso => "choice-pace-gso",
    });
    text.tell("plan-rate", &[("rate", units::rate(rate as f64).into()), ("pace", pace.as_str().into())])
}

fn batch(text: Text, udp: &UdpPlan) -> AttrValue {
    let key = if udp.segmentation { "plan-batch-kernel" } else { "plan-batch" };
    text.tell(key, &[("count", (udp.batch * udp.segments).into())])
}

fn takes(text: Text, forecast: &Forecast) -> AttrValue {
    let span = text.message(&forecast.time());
    match browser::clock_in(forecast.whole_ms) {
        Some(time) => text.tell("plan-ends", &[("span", span.as_str().into()), ("time", time.into())]),
        None => span,
    }
}

fn moves(text: Text, forecast: &Forecast) -> AttrValue {
    match (forecast.most_bytes, forecast.rate) {
        (Some(most), Some(speed)) => {
            text.tell("plan-moves-most", &[("volume", units::bytes(most).into()), ("speed", units::rate(speed).into())])
        }
        _ => text.message(&forecast.volume()),
    }
}

fn exchange(text: Text, plan: &Plan) -> AttrValue {
    let size = |bytes: fn(&ExchangePlan) -> u32| {
        units::bytes(plan.coordinator.exchange.as_ref().map_or(0.0, |plan| f64::from(bytes(plan))))
    };
    let (request, response) = (size(|plan| plan.request_bytes), size(|plan| plan.response_bytes));
    text.tell("plan-exchange", &[("request", request.into()), ("response", response.into())])
}

fn calls(text: Text, props: &Ready<'_>, plan: &Plan) -> AttrValue {
    let size = |role: &RolePlan| units::bytes(role.buffer_bytes as f64);
    if plan.coordinator.buffer_bytes == plan.peer.buffer_bytes {
        return text.tell("plan-buffers", &[("size", size(&plan.coordinator).into())]);
    }
    let of = |side: Side| {
        text.tell("plan-buffer", &[("size", size(plan.role(side)).into()), ("host", name(props, side).into())])
    };
    format!("{}, {}", of(Side::Coordinator), of(Side::Peer)).into()
}
