//! A record in its other formats, as files.

use serde_json::Value;

use crate::harness::api::text;
use crate::harness::pair::{Pair, short};

#[test]
fn every_format_says_the_same_run() {
    let pair = Pair::on_loopback();
    let record = pair.run_from_a(&short());
    let (api, id) = (pair.b.api(), text(&record["id"]));
    let export = |rest: &str| api.get(&format!("/api/v1/runs/{id}/export/{rest}"));
    for (format, kind) in [
        ("text", "text/plain"),
        ("json", "application/json"),
        ("jsonl", "application/"),
        ("csv", "text/csv"),
        ("csv-summary", "text/csv"),
        ("csv-streams", "text/csv"),
        ("markdown", "text/markdown"),
        ("html", "text/html"),
        ("svg", "image/svg+xml"),
    ] {
        let file = export(format);
        assert_eq!(file.status, 200, "{format}: {}", file.text);
        assert!(file.header("content-type").unwrap().starts_with(kind), "{format}: {:?}", file.headers);
        let disposition = file.header("content-disposition").unwrap();
        assert!(
            disposition.starts_with("attachment; filename=\"pairperf-") && disposition.contains(&id[..8]),
            "{disposition}"
        );
        assert!(file.text.ends_with('\n'), "{format} does not end its last line");
    }

    assert_eq!(export("json").json(), record);

    let lines: Vec<Value> = export("jsonl").text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&lines[0]["type"], &lines[0]["id"]), (&"record".into(), &record["id"]));
    let samples: usize =
        record["ends"].as_array().unwrap().iter().map(|end| end["samples"].as_array().unwrap().len()).sum();
    assert_eq!(lines.len(), samples + 1);
    assert!(lines[1..].iter().all(|line| line["type"] == "sample" && line["role"].is_string()));

    for (end, role, place) in [("", "receiver", 1), ("?end=receiver", "receiver", 1), ("?end=sender", "sender", 0)] {
        let table = export(&format!("csv{end}")).text;
        let (head, rows) = table.split_once('\n').unwrap();
        assert!(head.starts_with("role,t_seconds,phase,mark,bytes,"), "{head}");
        let rows: Vec<_> = rows.lines().collect();
        assert_eq!(rows.len(), record["ends"][place]["samples"].as_array().unwrap().len());
        assert!(rows.iter().all(|row| row.starts_with(&format!("{role},"))), "{end}");
    }

    let report = export("text").text;
    for word in ["anna", "bert", "bit/s"] {
        assert!(report.contains(word), "no {word} in {report}");
    }
}

#[test]
fn a_format_that_there_is_not_is_named() {
    let pair = Pair::on_loopback();
    let record = pair.run_from_a(&short());
    let (api, id) = (pair.a.api(), text(&record["id"]));
    for format in ["xlsx", "pdf", "JSON", ""] {
        let answer = api.get(&format!("/api/v1/runs/{id}/export/{format}"));
        assert_eq!(answer.status, 404, "{format}: {}", answer.text);
    }
    let error = api.get(&format!("/api/v1/runs/{id}/export/xlsx")).refused(404, "no_format");
    assert!(text(&error["message"]).contains("xlsx"), "{error}");
    let error = api.get(&format!("/api/v1/runs/{id}/export/csv?end=middle")).refused(400, "bad_request");
    assert_eq!(error["field"], "end");
}
