//! Numbers made into pictures: scales, ticks, thinning, paths, the link and the machines. No DOM.
//!
//! Horizontal positions are shares of the width (0 to 1), so that a drawing fits any width without
//! being redrawn; vertical ones are shares of the height, counted from the top.

pub mod axis;
pub mod line;
pub mod link;
pub mod machine;
pub mod plot;
pub mod run;
pub mod spark;
pub mod strip;
pub mod svg;
pub mod track;

pub use axis::{Axis, Tick};
pub use line::{Point, path, thin};
pub use link::{Lane, Link};
pub use machine::{Bar, Machine};
pub use plot::Plot;
pub use track::Track;
