//! Who may do what, and what a stranger can't do to a node.

mod hostile;
mod login;
mod tls;
