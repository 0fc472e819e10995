//! Numbers made into pictures: scales, ticks, thinning, paths. No DOM.
