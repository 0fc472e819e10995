//! A run that has ended is a report: whole in the document, whole in the file.

use serde_json::json;

use super::page;
use crate::harness::api::text;
use crate::harness::pair::{Pair, long, short};

#[test]
fn a_report_holds_everything_without_a_script() {
    let pair = Pair::on_loopback();
    let config =
        json!({"duration_ms": 1_000, "warm_up_ms": 200, "streams": 2, "label": "R&D <b>", "note": "two\nlines"});
    let record = pair.run_from_a(&config);
    let id = text(&record["id"]);
    for api in [pair.a.api(), pair.b.api()] {
        let html = page(&api, &format!("/runs/{id}")).text;
        for part in [
            "data-page=\"report\"",
            "anna sends bert ",
            "R&#38;D &#60;b&#62;",
            "<h2 id=\"findings\">",
            "Both ends run on one machine",
            "class=\"plot\"",
            "<h2 id=\"streams\">",
            "data-island=\"actions\"",
            &format!("/api/v1/runs/{id}/export/markdown?lang=en"),
            &format!("data-record=\"/api/v1/runs/{id}/record\""),
        ] {
            assert!(html.contains(part), "no {part} in {html}");
        }
        // Both rows of the streams, and a chart's figures as a table.
        assert!(html.matches("<svg class=\"bar\"").count() == 2 && html.contains("<details class=\"chart__table\">"));
        assert!(!html.contains("NaN"), "{html}");
    }
}

#[test]
fn the_html_file_stands_alone() {
    let pair = Pair::on_loopback();
    let record = pair.run_from_a(&short());
    let file = pair.a.api().get(&format!("/api/v1/runs/{}/export/html", text(&record["id"])));
    assert_eq!(file.header("content-security-policy"), Some("sandbox"));
    assert_eq!(file.header("cache-control"), Some("no-store"));
    let html = file.text;
    assert!(html.contains("default-src 'none'") && html.contains("<style>"), "{html}");
    for outside in ["<script", "<link", "src=\"", "url(", "@import", "href=\"http"] {
        assert!(!html.contains(outside), "the file needs {outside}");
    }
    assert!(html.contains("anna sends bert "), "{html}");
}

#[test]
fn a_run_that_goes_on_is_left_to_the_program_and_one_that_never_was_is_said() {
    let pair = Pair::on_loopback();
    let id = pair.a.api().start_run(&pair.at_a, &long());
    let html = page(&pair.a.api(), &format!("/runs/{id}")).text;
    assert!(html.contains(&format!("data-page=\"run\" data-id=\"{id}\"")), "{html}");
    pair.a.api().cancel(&id);
    pair.until_free();
    let html = page(&pair.a.api(), &format!("/runs/{id}")).text;
    assert!(html.contains("data-page=\"report\"") && html.contains("The run was stopped"), "{html}");

    let nothing = page(&pair.a.api(), "/runs/0123456789abcdef0123456789abcdef");
    assert_eq!(nothing.status, 404);
    assert!(nothing.text.contains("data-page=\"error\"") && nothing.text.contains("no_run"), "{}", nothing.text);
}
