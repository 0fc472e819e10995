//! Figures of the product itself, measured and printed; `cargo xtask bench` runs them. They never fail for being slow:
//! a shared machine would decide.
//!
//! `PAIRPERF_BENCH_ROUNDS` and `PAIRPERF_BENCH_SECONDS` say how many rounds and how long a window; 5 and 2 unless told.
//! Figures go to standard output as tables, and to `bench/` in the target folder as JSON.

mod counters;
mod outcome;
mod page;
mod place;
mod statistics;
mod tcp;
mod udp;
mod watch;

/// The tools in turn, each as often as there are rounds.
fn in_turns<T: Copy, F>(rounds: usize, tools: &[T], mut measure: impl FnMut(T) -> F) -> Vec<(T, Vec<F>)> {
    let mut all: Vec<(T, Vec<F>)> = tools.iter().map(|&tool| (tool, Vec::new())).collect();
    for _ in 0..rounds {
        for (tool, found) in &mut all {
            found.push(measure(*tool));
        }
    }
    all
}

/// A number that the environment names, or that one.
fn told(name: &str, otherwise: f64) -> f64 {
    let text = std::env::var_os(name).and_then(|text| text.into_string().ok());
    text.and_then(|text| text.parse().ok()).filter(|told| *told > 0.0).unwrap_or(otherwise)
}

fn rounds() -> usize {
    told("PAIRPERF_BENCH_ROUNDS", 5.0) as usize
}
