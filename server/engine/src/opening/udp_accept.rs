//! Waits for flows of datagrams that the other end opens, and has each prove its address.

use std::net::{SocketAddr, UdpSocket};
use std::sync::Arc;

use pairperf_shared::plan::{Role, RolePlan, UdpPlan};
use socket2::SockRef;

use super::udp::{Flows, ROOM, by_number, fresh, listen, system, watch};
use super::{Halt, Watch, seconds};
use crate::platform::{Poller, Ready};
use crate::udp::flow::Flow;
use crate::udp::handshake::{Acceptor, Reply};
use crate::udp::socket::{Door, Maker};
use crate::udp::wire::Sealed;
use crate::udp::{Seal, Tag};
use crate::{EngineError, socket};

/// The state of all flows.
struct Accepting<'a> {
    plan: &'a RolePlan,
    maker: Maker<'a>,
    door: &'a Door,
    tag: Tag,
    seal: &'a Arc<dyn Seal>,
    /// Whether each flow has a port of its own.
    ports: bool,
    sockets: Vec<Arc<UdpSocket>>,
    acceptors: Vec<Acceptor>,
    flows: Vec<Option<Flow>>,
}

/// Collects all flows.
pub(super) fn accept(
    plan: &RolePlan,
    udp: &UdpPlan,
    door: UdpSocket,
    (tag, seal): (Tag, Arc<dyn Seal>),
    look: &mut Watch<'_>,
) -> Result<Flows, Halt> {
    let (maker, mut door) = (Maker::new(plan, udp), Door::new(door));
    let sockets = sockets(plan, udp, maker, &mut door)?;
    let mut accepting = Accepting {
        plan,
        maker,
        door: &door,
        tag,
        seal: &seal,
        ports: udp.base_port.is_some(),
        sockets,
        acceptors: vec![Acceptor::default(); plan.streams as usize],
        flows: vec![None; plan.streams as usize],
    };
    let poller = Poller::new().map_err(system("preparing to accept flows"))?;
    let mut ready = Ready::with_room(ROOM);
    for (token, socket) in accepting.sockets.iter().enumerate() {
        watch(&poller, socket, token)?;
    }
    while !look.progress.is_complete() {
        let Some(patience) = look.patience()? else { return Err(accepting.late(look.progress.up()).into()) };
        poller.wait(&mut ready, patience).map_err(system("waiting for flows to come"))?;
        for token in ready.tokens() {
            let known = accepting.sockets.len();
            for _ in 0..accepting.listen(token as usize)? {
                look.progress.one_more();
            }
            for (token, socket) in accepting.sockets.iter().enumerate().skip(known) {
                watch(&poller, socket, token)?;
            }
        }
    }
    let shares = accepting.shares();
    Ok(Flows { shares, tag, seal, door: Some(door) })
}

/// The sockets that flows come to: one a worker, or one a flow where each has a port of its own.
fn sockets(
    plan: &RolePlan,
    udp: &UdpPlan,
    maker: Maker<'_>,
    door: &mut Door,
) -> Result<Vec<Arc<UdpSocket>>, EngineError> {
    let sockets = match (udp.base_port, plan.role) {
        (None, Role::Receiver) => maker.group(door, plan.threads.clamp(1, plan.streams.max(1)))?,
        // Senders get one each as they come.
        (None, Role::Sender) => maker.group(door, 1)?,
        (Some(first), _) => {
            let own = |stream| maker.own(stream as u16, door, super::udp_port(first, stream, plan.streams)?);
            (0..plan.streams).map(own).collect::<Result<_, _>>()?
        }
    };
    Ok(sockets.into_iter().map(Arc::new).collect())
}

impl Accepting<'_> {
    /// Hears what came to a socket; says how many flows came up.
    fn listen(&mut self, at: usize) -> Result<u32, EngineError> {
        let (socket, tag, seal) = (Arc::clone(&self.sockets[at]), self.tag, Arc::clone(self.seal));
        let mut up = 0;
        listen(&socket, tag, &*seal, |sealed, from| {
            let stream = usize::from(sealed.stream);
            let Some(acceptor) = self.acceptors.get_mut(stream) else { return Ok(()) };
            let word = match acceptor.hear(sealed.word, from, fresh)? {
                Reply::Nothing => return Ok(()),
                Reply::Say(word) => word,
                Reply::Up(word) => {
                    up += 1;
                    self.flows[stream] = Some(self.flow(sealed.stream, &socket, from)?);
                    word
                }
            };
            // An answer that can't be sent is as good as one that is lost: the other end asks again.
            let bytes = Sealed { word, ..sealed }.write(&*seal);
            let _ = SockRef::from(&*socket).send_to(&bytes, &from.into()).or_else(|_| socket.send(&bytes));
            Ok(())
        })?;
        Ok(up)
    }

    /// The flow that has proven its address. What is sent is sent through a socket of its own, connected.
    fn flow(&mut self, stream: u16, socket: &Arc<UdpSocket>, far_end: SocketAddr) -> Result<Flow, EngineError> {
        let mut flow = Flow { stream, socket: Arc::clone(socket), far_end, connected: false };
        if self.plan.role == Role::Sender {
            flow.connected = true;
            if self.ports {
                self.maker.connect(stream, socket, far_end)?;
            } else {
                flow.socket = Arc::new(self.maker.answer(stream, self.door, far_end)?);
                self.sockets.push(Arc::clone(&flow.socket));
            }
        }
        Ok(flow)
    }

    /// By worker: those that share a socket stay together.
    fn shares(self) -> Vec<Vec<Flow>> {
        let flows: Vec<Flow> = self.flows.into_iter().flatten().collect();
        if self.ports || self.plan.role == Role::Sender {
            return by_number(flows, self.plan.threads);
        }
        let of_socket = |socket: &Arc<UdpSocket>| -> Vec<Flow> {
            flows.iter().filter(|flow| Arc::ptr_eq(&flow.socket, socket)).cloned().collect()
        };
        self.sockets.iter().map(of_socket).filter(|share| !share.is_empty()).collect()
    }

    /// Names the first flow that did not come.
    fn late(&self, up: u32) -> EngineError {
        let stream = self.acceptors.iter().position(|acceptor| !acceptor.is_up()).unwrap_or_default();
        let at = self.sockets.get(if self.ports { stream } else { 0 }).and_then(|socket| socket.local_addr().ok());
        EngineError::NotCome {
            stream: stream as u32,
            up,
            of: self.plan.streams,
            address: socket::canonical(at.unwrap_or_else(|| SocketAddr::from(([0, 0, 0, 0], 0)))),
            seconds: seconds(self.plan),
        }
    }
}
