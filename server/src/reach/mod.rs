//! Which ways between two paired nodes are open, found by trying them.
//!
//! The two tell each other over their link where they may be found ([`Offer`]), with a key drawn for this one look. Each then
//! says a short greeting to every address and port of the other, over TCP and UDP, and hears whether the other node answers
//! (`greeting`, `tcp`, `udp`); where UDP is open, how large a packet gets through whole (`path_mtu`). `doors` is the other
//! half: it answers greetings made with a key of this node's, and nobody else. Knows nothing of runs, HTTP or the link.

mod doors;
mod found;
mod greeting;
mod look;
mod offer;
mod path_mtu;
mod port;
mod tcp;
mod udp;

pub use doors::{Beside, Doors};
pub use greeting::VERSION;
pub use look::{Look, Machines};
pub use offer::{Ends, Offer};
