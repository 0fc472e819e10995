//! `/api/v1/invitations` and `/api/v1/pairings`.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use pairperf_shared::ApiError;
use pairperf_shared::api::{InvitationView, PairingAsk, PairingState, PairingStep, PairingView, PeerView};
use pairperf_shared::join::JoinCode;

use super::body::Body;
use super::error::{Answer, Failure, not_found};
use super::qr;
use super::state::Node;
use crate::peer::{self, LinkRole, LinkState, OpenInvitation, Paired, PairingId, Step};
use crate::runs::Introduction;

/// The open invitation, as the page shows it.
pub(super) fn invitation(node: &Node) -> Option<InvitationView> {
    let open = node.0.peers.invitation().borrow().open.clone()?;
    Some(shown(node, &open))
}

fn shown(node: &Node, open: &OpenInvitation) -> InvitationView {
    let left = open.expires_at.saturating_duration_since(std::time::Instant::now());
    let expires_at = jiff::Timestamp::now().checked_add(left).unwrap_or_default();
    // Whole seconds: nobody reads the rest.
    let expires_at = jiff::Timestamp::from_second(expires_at.as_second()).unwrap_or(expires_at);
    let scheme = if node.0.tls { "https" } else { "http" };
    let first = node.0.addresses.first().map(String::as_str).unwrap_or_default();
    let link = format!("{scheme}://{first}/join#{}", open.code);
    InvitationView {
        qr: qr::code(&link),
        link,
        code: open.code.to_string(),
        addresses: node.0.addresses.clone(),
        expires_at: expires_at.to_string(),
        expires_in_ms: left.as_millis() as u64,
        tries_left: open.tries_left,
    }
}

/// All pairings, the newest first.
pub(super) fn views(node: &Node) -> Vec<PairingView> {
    node.0.peers.list().iter().rev().map(|pairing| view(node, pairing)).collect()
}

fn view(node: &Node, pairing: &peer::Pairing) -> PairingView {
    let mut view = PairingView {
        id: pairing.id.to_string(),
        state: PairingState::Connecting,
        address: pairing.target.as_ref().map(ToString::to_string),
        dialled: pairing.target.is_some(),
        steps: Vec::new(),
        peer: None,
        link_up: false,
        error: None,
        since: None,
        reach: None,
        only_checks: false,
    };
    match &pairing.state {
        peer::PairingState::Connecting(progress) => view.steps = steps(progress),
        peer::PairingState::Paired(paired) => {
            // Paired means that a run can start; a moment earlier it is the last step still.
            if node.0.runs.peer_may_be_started(&view.id).is_some() {
                view.state = PairingState::Paired;
            }
            view.peer = Some(peer_view(node, paired));
            view.link_up = *paired.link.state().borrow() == LinkState::Up;
            view.since = node.0.runs.paired_since(&view.id);
            view.reach = node.0.runs.reach(&view.id).as_deref().cloned();
            view.only_checks = Introduction::read(&paired.introduction).only_checks;
        }
        peer::PairingState::Failed(error) => {
            view.state = PairingState::Failed;
            view.steps = steps(&peer::Progress { step: error.step(), attempts: Vec::new() });
            view.error = Some(error.to_api());
        }
        peer::PairingState::Ended(paired, end) => {
            let name = peer_view(node, paired).name;
            view.state = PairingState::Failed;
            let message = match end {
                peer::LinkEnd::Restarted => format!("{name} restarted, pair again"),
                other => format!("the pairing with {name} has ended: {other}"),
            };
            view.error = Some(
                ApiError::new(end.code(), message).hint("make a new code on one machine and type it at the other"),
            );
            view.peer = Some(peer_view(node, paired));
            view.only_checks = Introduction::read(&paired.introduction).only_checks;
        }
    }
    view
}

/// The steps passed so far, each with the addresses it was tried on.
fn steps(progress: &peer::Progress) -> Vec<PairingStep> {
    let order = [Step::Reach, Step::Versions, Step::Verify, Step::Introduce];
    let reached = order.iter().position(|step| *step == progress.step).unwrap_or(0);
    order[..reached]
        .iter()
        .map(|step| PairingStep {
            step: step.code().to_owned(),
            detail: (*step == Step::Reach && !progress.attempts.is_empty()).then(|| {
                let tried =
                    progress.attempts.iter().map(|attempt| format!("{} {}", attempt.address, attempt.outcome.code()));
                tried.collect::<Vec<_>>().join(", ")
            }),
        })
        .collect()
}

fn peer_view(node: &Node, paired: &Paired) -> PeerView {
    let introduction = Introduction::read(&paired.introduction);
    PeerView {
        node: paired.peer.node.clone(),
        name: introduction.host.name.clone(),
        address: match paired.role {
            LinkRole::Dialler => paired.address.to_string(),
            // The port is one the kernel drew for the link; the address is what a person knows.
            LinkRole::Inviter => paired.address.ip().to_string(),
        },
        host: introduction.host,
        may_start: node.0.runs.peer_may_be_started(&paired.id.to_string()).unwrap_or(introduction.may_start),
    }
}

/// Makes the invitation, or returns the open one.
#[utoipa::path(post, tag = "pairings", path = "/api/v1/invitations", responses((status = 200, body = InvitationView)))]
pub(super) async fn invite(State(node): State<Node>) -> Answer<Json<InvitationView>> {
    let open = node.0.peers.invite().map_err(|error| error.to_api())?;
    Ok(Json(shown(&node, &open)))
}

/// Takes the invitation back.
#[utoipa::path(delete, tag = "pairings", path = "/api/v1/invitations", responses((status = 204), (status = 404, body = ApiError)))]
pub(super) async fn withdraw(State(node): State<Node>) -> Answer<StatusCode> {
    if node.0.peers.withdraw() { Ok(StatusCode::NO_CONTENT) } else { Err(not_found("not_found", "open invitation")) }
}

/// A pairing as the page knows it, with this node's address on the way to the other and that one's.
pub(super) fn known(node: &Node, id: &str) -> Answer<(PairingView, [String; 2])> {
    let pairing = find(node, id)?;
    let ends = match &pairing.state {
        peer::PairingState::Paired(paired) => {
            [paired.local, paired.address].map(|address| address.ip().to_canonical().to_string())
        }
        _ => Default::default(),
    };
    Ok((view(node, &pairing), ends))
}

/// Every pairing.
#[utoipa::path(get, tag = "pairings", path = "/api/v1/pairings", responses((status = 200, body = Vec<PairingView>)))]
pub(super) async fn list(State(node): State<Node>) -> Json<Vec<PairingView>> {
    Json(views(&node))
}

/// Begins to pair with the node at an address.
#[utoipa::path(post, tag = "pairings", path = "/api/v1/pairings", request_body = PairingAsk, responses((status = 202, body = PairingView), (status = 400, body = ApiError)))]
pub(super) async fn pair(State(node): State<Node>, body: Body<PairingAsk>) -> Answer<(StatusCode, Json<PairingView>)> {
    let ask = body.take()?;
    let code: JoinCode = ask.code.parse().map_err(|error: pairperf_shared::join::JoinError| {
        ApiError::new("bad_code", error.to_string()).field("code").hint("compare it with what the other machine shows")
    })?;
    let id = node.0.peers.pair(ask.address.trim(), code).map_err(|error| {
        let error = error.to_api();
        if error.code == "bad_address" { error.field("address") } else { error }
    })?;
    let pairing = node.0.peers.get(id).ok_or_else(|| not_found("no_pairing", "such pairing"))?;
    Ok((StatusCode::ACCEPTED, Json(view(&node, &pairing))))
}

/// Ends every pairing.
#[utoipa::path(delete, tag = "pairings", path = "/api/v1/pairings", responses((status = 204)))]
pub(super) async fn end_all(State(node): State<Node>) -> StatusCode {
    for pairing in node.0.peers.list() {
        node.0.peers.end(pairing.id);
    }
    StatusCode::NO_CONTENT
}

fn find(node: &Node, id: &str) -> Answer<peer::Pairing> {
    id.parse::<PairingId>().ok().and_then(|id| node.0.peers.get(id)).ok_or_else(|| {
        Failure(ApiError::new("no_pairing", "there is no such pairing here").hint("it may have ended; pair again"))
    })
}

/// One pairing.
#[utoipa::path(get, tag = "pairings", path = "/api/v1/pairings/{id}", params(("id" = String, Path)), responses((status = 200, body = PairingView), (status = 404, body = ApiError)))]
pub(super) async fn get(State(node): State<Node>, Path(id): Path<String>) -> Answer<Json<PairingView>> {
    Ok(Json(view(&node, &find(&node, &id)?)))
}

/// Looks at the ways between the two nodes once more; what is found comes with the node's events.
#[utoipa::path(post, tag = "pairings", path = "/api/v1/pairings/{id}/reach", params(("id" = String, Path)), responses((status = 202, body = PairingView), (status = 404, body = ApiError), (status = 409, body = ApiError)))]
pub(super) async fn look(State(node): State<Node>, Path(id): Path<String>) -> Answer<(StatusCode, Json<PairingView>)> {
    let pairing = find(&node, &id)?;
    node.0.runs.look_again(&pairing.id.to_string())?;
    Ok((StatusCode::ACCEPTED, Json(view(&node, &pairing))))
}

/// Ends a pairing.
#[utoipa::path(delete, tag = "pairings", path = "/api/v1/pairings/{id}", params(("id" = String, Path)), responses((status = 204), (status = 404, body = ApiError)))]
pub(super) async fn end(State(node): State<Node>, Path(id): Path<String>) -> Answer<StatusCode> {
    let pairing = find(&node, &id)?;
    node.0.peers.end(pairing.id);
    Ok(StatusCode::NO_CONTENT)
}
