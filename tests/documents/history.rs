//! The list of runs: filtered and ordered by its address.

use serde_json::json;

use super::page;
use crate::harness::api::text;
use crate::harness::node::Node;
use crate::harness::pair::Pair;

/// Where the runs stand in a page.
fn order(html: &str, runs: &[&str]) -> Vec<usize> {
    let mut found: Vec<(usize, usize)> = runs
        .iter()
        .enumerate()
        .filter_map(|(index, run)| Some((html.find(&format!("data-run=\"{run}\""))?, index)))
        .collect();
    found.sort_unstable();
    found.into_iter().map(|(_, index)| index).collect()
}

#[test]
fn a_list_is_filtered_and_ordered_by_its_address() {
    let pair = Pair::on_loopback();
    let run = |streams: u32, direction: &str, label: &str| {
        let config =
            json!({"duration_ms": 300, "warm_up_ms": 0, "streams": streams, "direction": direction, "label": label});
        text(&pair.run_from_a(&config)["id"])
    };
    let (first, second) = (run(1, "to_peer", "alpha"), run(3, "from_peer", "beta"));
    let runs = [first.as_str(), second.as_str()];
    let shown = |query: &str| page(&pair.a.api(), &format!("/runs{query}")).text;
    assert_eq!(order(&shown(""), &runs), [1, 0], "the newest is not first");
    assert_eq!(order(&shown("?sort=streams&order=asc"), &runs), [0, 1]);
    assert_eq!(order(&shown("?text=alp"), &runs), [0]);
    assert_eq!(order(&shown("?direction=from_peer"), &runs), [1]);
    let none = shown("?text=gamma");
    assert!(order(&none, &runs).is_empty() && none.contains("No run passes these filters"), "{none}");
    // An address that was typed wrong still shows a list.
    assert_eq!(order(&shown("?sort=colour&text="), &runs), [1, 0]);
    let html = shown("?sort=streams");
    for part in ["aria-sort=\"descending\"", "class=\"spark\"", "db-b → anna", "/api/v1/runs/export/csv?sort=streams"]
    {
        let part = part.replace("db-b", "bert");
        assert!(html.contains(&part), "no {part} in {html}");
    }
}

#[test]
fn a_node_without_runs_says_what_to_do() {
    let node = Node::new("anna");
    let html = page(&node.api(), "/runs").text;
    assert!(html.contains("Nothing was run here yet") && html.contains("href=\"/\""), "{html}");
}
