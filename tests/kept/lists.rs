//! The list of runs, asked for by a query, as JSON and as a table.

use serde_json::{Value, json};

use crate::harness::api::text;
use crate::harness::pair::Pair;

fn ids(list: &Value) -> Vec<String> {
    list["runs"].as_array().unwrap().iter().map(|run| text(&run["id"])).collect()
}

#[test]
fn runs_are_found_by_what_they_were() {
    let pair = Pair::on_loopback();
    let config =
        |label: &str, streams: u32| json!({"duration_ms": 300, "warm_up_ms": 0, "label": label, "streams": streams});
    let first = text(&pair.run_from_a(&config("Ärger, \"quoted\"", 3))["id"]);
    let second = text(&pair.run_from_b(&config("=second", 1))["id"]);
    let api = pair.a.api();
    for (query, wanted) in [
        ("", vec![&second, &first]),
        ("?order=asc", vec![&first, &second]),
        ("?sort=streams", vec![&first, &second]),
        ("?sort=label", vec![&second, &first]),
        ("?sort=host&order=asc", vec![&first, &second]),
        ("?text=%C3%A4rger", vec![&first]),
        ("?text=anna+SECOND", vec![&second]),
        ("?host=bert&protocol=tcp&direction=to_peer&outcome=done&since_days=1", vec![&second, &first]),
        ("?outcome=failed", vec![]),
        ("?until=2020-01-01", vec![]),
        ("?limit=1", vec![&second]),
        ("?limit=1&offset=1", vec![&first]),
    ] {
        let list = api.get(&format!("/api/v1/runs{query}")).expect(200);
        assert_eq!(ids(&list).iter().collect::<Vec<_>>(), wanted, "{query}");
        assert_eq!(list["total"], 2, "{query}");
    }
    let list = api.get("/api/v1/runs?limit=1").expect(200);
    assert_eq!(list["matched"], 2);
    let run = &list["runs"][0];
    let spark = run["spark"].as_array().unwrap();
    assert!(!spark.is_empty() && spark.len() <= 60 && spark.iter().any(Value::is_f64), "{spark:?}");
    assert_eq!((&run["imported"], run["summary"]["bits_per_second"].is_f64()), (&json!(false), true));

    let error = api.get("/api/v1/runs?color=red").refused(400, "bad_request");
    assert_eq!(error["field"], "color");

    let table = api.get("/api/v1/runs/export/csv?sort=streams");
    assert_eq!(table.header("content-type"), Some("text/csv; charset=utf-8"));
    assert!(table.header("content-disposition").unwrap().starts_with("attachment"));
    let lines: Vec<&str> = table.text.split("\r\n").collect();
    assert_eq!(lines.len(), 4, "{}", table.text);
    assert!(
        lines[0].starts_with("id,started_at,label,note,coordinator,peer,protocol,direction,streams,"),
        "{}",
        lines[0]
    );
    assert!(
        lines[1].starts_with(&first) && lines[1].contains(",\"Ärger, \"\"quoted\"\"\",,anna,bert,tcp,"),
        "{}",
        lines[1]
    );
    assert!(lines[2].starts_with(&second) && lines[2].contains(",'=second,,bert,anna,"), "{}", lines[2]);
}
