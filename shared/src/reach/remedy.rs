//! What opens a way that is closed: for each place where it may be closed, the line to type there.
