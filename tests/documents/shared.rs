//! A link: whoever has it sees the run, and of the machines what the link shows.

use serde_json::json;

use super::page;
use crate::harness::api::{Api, text};
use crate::harness::pair::Pair;

#[test]
fn a_link_shows_the_run_and_hides_the_machines() {
    let pair = Pair::on_loopback();
    let config = json!({"duration_ms": 500, "warm_up_ms": 0, "label": "secret label", "note": "secret note"});
    let record = pair.run_from_a(&config);
    let api = pair.a.api();
    let share = |body| api.post(&format!("/api/v1/runs/{}/share", text(&record["id"])), &body).expect(201);
    let (hidden, open) = (share(json!({})), share(json!({"hide": false, "expires_in_days": null})));
    let guest = Api::new(&pair.a.address, "");
    let path = |share: &serde_json::Value| format!("/r/{}", text(&share["id"]));

    let html = page(&guest, &path(&hidden)).text;
    assert!(html.contains("data-page=\"report\"") && html.contains("host-a sends host-b"), "{html}");
    assert!(html.contains("<body data-guest>") && html.contains("names of machines are hidden"), "{html}");
    assert!(!html.contains("data-island=\"actions\""), "a guest is offered to change the run");
    let formats =
        ["json", "jsonl", "csv", "csv-summary", "csv-streams", "markdown", "md", "text", "txt", "html", "svg"];
    for secret in ["anna", "bert", "secret", pair.a.address.as_str(), pair.b.address.as_str()] {
        assert!(!html.contains(secret), "the page says {secret}: {html}");
        for format in formats {
            let file = guest.get(&format!("{}.{format}", path(&hidden)));
            assert_eq!(file.status, 200, "{format}: {}", file.text);
            assert!(!file.text.contains(secret), "the {format} says {secret}: {}", file.text);
            assert_eq!(file.header("content-security-policy"), Some("sandbox"), "{format}");
            assert!(file.header("content-disposition").unwrap().starts_with("attachment"), "{format}");
        }
    }

    let html = page(&guest, &path(&open)).text;
    assert!(html.contains("anna sends bert") && html.contains("secret label"), "{html}");

    // Withdrawn, it is as if it never was.
    api.delete(&format!("/api/v1/shares/{}", text(&hidden["id"]))).expect(204);
    for path in [path(&hidden), format!("{}.json", path(&hidden)), "/r/00000000000000000000000000".to_owned()] {
        assert_eq!(guest.get(&path).status, 404, "{path}");
    }
    assert_eq!(guest.get(&path(&open)).status, 200);
}
