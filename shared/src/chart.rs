//! Numbers made into pictures: scales, ticks, thinning, paths, and SVG as text. No DOM.
//!
//! The page inserts the text, the printed report and the files hold it: one drawing, everywhere the
//! same. Horizontal positions are shares of the width (0 to 1), so that a drawing fits any width without
//! being redrawn. Colours, dashes and fonts belong to the classes, never to the text.

pub mod axis;
pub mod both;
pub mod file;
pub mod line;
pub mod link;
pub mod machine;
pub mod plot;
pub mod run;
pub mod spark;
pub mod strip;
pub mod svg;
pub mod times;

pub use axis::{Axis, Tick};
pub use line::{Point, path, thin};
pub use link::{Lane, Link};
pub use machine::{Bar, Machine};
pub use plot::Plot;
