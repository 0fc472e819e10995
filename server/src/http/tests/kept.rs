//! What is kept, over HTTP: naming, deleting, importing, sharing.

use serde_json::json;

use super::*;

/// A record as a file of the JSON export has it.
const RECORD: &str = include_str!("../../../../shared/tests/golden/record-1.json");

fn id() -> String {
    serde_json::from_str::<Value>(RECORD).unwrap()["id"].as_str().unwrap().to_owned()
}

async fn with_run() -> (Lab, String) {
    let lab = lab(None).await;
    let (status, run) = lab.code("POST", "/api/v1/records", &[JSON], RECORD).await;
    assert_eq!((status, &run["imported"]), (201, &json!(true)), "{run}");
    (lab, id())
}

#[tokio::test]
async fn all_of_it_needs_a_login_and_the_own_page() {
    let lab = lab(Some("secret")).await;
    for (method, path) in [
        ("GET", "/api/v1/runs/export/csv"),
        ("PATCH", "/api/v1/runs/7"),
        ("DELETE", "/api/v1/runs/7"),
        ("POST", "/api/v1/runs/7/restore"),
        ("POST", "/api/v1/records"),
        ("GET", "/api/v1/runs/7/share"),
        ("POST", "/api/v1/runs/7/share"),
        ("DELETE", "/api/v1/runs/7/share"),
        ("GET", "/api/v1/shares"),
        ("DELETE", "/api/v1/shares/7"),
    ] {
        assert_eq!(lab.code(method, path, &[JSON], "{}").await.0, 401, "{method} {path}");
        let status = lab.code(method, path, &[JSON, BEARER, ("origin", "http://evil.example")], "{}").await.0;
        assert!(method == "GET" || status == 403, "{method} {path}: {status}");
    }
}

#[tokio::test]
async fn a_list_is_asked_for_by_name() {
    let (lab, id) = with_run().await;
    let (_, list) = lab.code("GET", "/api/v1/runs", &[], "").await;
    assert_eq!((&list["runs"][0]["id"], &list["total"], &list["matched"]), (&json!(id), &json!(1), &json!(1)));
    let (_, none) = lab.code("GET", "/api/v1/runs?text=nowhere&sort=rate", &[], "").await;
    assert_eq!(none, json!({"runs": [], "total": 1, "matched": 0}));
    for (query, field) in [("sorted=rate", "sorted"), ("limit=1000", "limit"), ("since=now", "since")] {
        for path in ["/api/v1/runs", "/api/v1/runs/export/csv"] {
            let (status, error) = lab.code("GET", &format!("{path}?{query}"), &[], "").await;
            assert_eq!((status, &error["field"]), (400, &json!(field)), "{error}");
        }
    }
    let (status, headers, table) = lab.ask("GET", "/api/v1/runs/export/csv?outcome=done", &[], "").await;
    assert_eq!((status, &headers["content-type"]), (StatusCode::OK, &"text/csv; charset=utf-8".parse().unwrap()));
    assert_eq!(headers["content-disposition"], "attachment; filename=\"pairperf-runs.csv\"");
    let lines: Vec<&str> = table.split("\r\n").collect();
    assert!(lines.len() == 3 && lines[1].starts_with(&id) && lines[2].is_empty(), "{table}");
}

#[tokio::test]
async fn a_run_is_named_deleted_and_taken_back() {
    let (lab, id) = with_run().await;
    let path = format!("/api/v1/runs/{id}");
    let (status, run) = lab.code("PATCH", &path, &[JSON], r#"{"label": " lab 7 ", "note": ""}"#).await;
    assert_eq!((status, &run["config"]["label"], &run["config"]["note"]), (200, &json!("lab 7"), &json!(null)));
    let (_, record) = lab.code("GET", &format!("{path}/record"), &[], "").await;
    assert_eq!(record["config"]["label"], "lab 7");
    let (status, error) = lab.code("PATCH", &path, &[JSON], &json!({"label": "x".repeat(121)}).to_string()).await;
    assert_eq!((status, &error["field"]), (400, &json!("label")));
    assert_eq!(lab.code("PATCH", &path, &[JSON], r#"{"name": "x"}"#).await.0, 400);
    for odd in ["[]", r#"["a", "b"]"#, "null", "\"label\"", r#"{"label": "a\nb"}"#, r#"{"note": "a\u202eb"}"#] {
        let (status, error) = lab.code("PATCH", &path, &[JSON], odd).await;
        assert_eq!((status, &error["code"]), (400, &json!("bad_request")), "{odd}: {error}");
    }
    assert_eq!(lab.code("PATCH", "/api/v1/runs/7", &[JSON], "{}").await.0, 404);

    assert_eq!(lab.code("DELETE", &path, &[], "").await.0, 204);
    for rest in ["", "/record", "/export/json", "/share"] {
        assert_eq!(lab.code("GET", &format!("{path}{rest}"), &[], "").await.0, 404, "{rest}");
    }
    assert_eq!(lab.code("GET", "/api/v1/runs", &[], "").await.1["total"], 0);
    assert_eq!(lab.code("DELETE", &path, &[], "").await.0, 404);
    let (status, error) = lab.code("POST", "/api/v1/records", &[JSON], RECORD).await;
    assert_eq!((status, &error["code"], &error["run"]), (409, &json!("exists"), &json!(id)));
    assert!(error["hint"].as_str().unwrap().contains("deleted"), "{error}");
    let (status, run) = lab.code("POST", &format!("{path}/restore"), &[], "").await;
    assert_eq!((status, &run["config"]["label"]), (200, &json!("lab 7")));
    assert_eq!(lab.code("POST", &format!("{path}/restore"), &[], "").await.0, 200, "twice is as good");
    assert_eq!(lab.code("POST", "/api/v1/runs/7/restore", &[], "").await.0, 404);
}

#[tokio::test]
async fn a_link_is_made_listed_and_withdrawn() {
    let (lab, id) = with_run().await;
    let path = format!("/api/v1/runs/{id}/share");
    let (status, first) = lab.code("POST", &path, &[], "").await;
    assert_eq!((status, &first["hidden"], &first["run"]), (201, &json!(true), &json!(id)), "{first}");
    let share = first["id"].as_str().unwrap();
    assert_eq!(first["url"], format!("http://10.0.0.4:7575/r/{share}"));
    let day = |key: &str| first[key].as_str().unwrap().parse::<jiff::Timestamp>().unwrap().as_second();
    assert_eq!(day("expires_at") - day("created_at"), 30 * 86_400);
    let open = [JSON, ("host", "localhost:7575"), ("origin", "http://localhost:7575")];
    let (_, second) = lab.code("POST", &path, &open, r#"{"hide": false, "expires_in_days": null}"#).await;
    assert_eq!((&second["hidden"], &second["expires_at"]), (&json!(false), &json!(null)));
    assert!(second["url"].as_str().unwrap().starts_with("http://10.0.0.4:7575/r/"), "{second}");
    let proxied = [("host", "lab.example"), ("origin", "https://lab.example")];
    let (_, third) = lab.code("POST", &path, &proxied, "").await;
    assert!(third["url"].as_str().unwrap().starts_with("https://lab.example/r/"), "{third}");

    for body in [r#"{"expires_in_days": 0}"#, r#"{"expires_in_days": 3651}"#] {
        let (status, error) = lab.code("POST", &path, &[JSON], body).await;
        assert_eq!((status, &error["field"]), (400, &json!("expires_in_days")));
    }
    assert_eq!(lab.code("POST", &path, &[JSON], r#"{"days": 1}"#).await.0, 400);
    assert_eq!(
        lab.code("POST", "/api/v1/runs/7/share", &[], "").await,
        lab.code("GET", "/api/v1/runs/7", &[], "").await
    );
    for list in [path.as_str(), "/api/v1/shares"] {
        assert_eq!(lab.code("GET", list, &[], "").await.1["shares"].as_array().unwrap().len(), 3, "{list}");
    }
    let one = format!("/api/v1/shares/{}", share.to_lowercase());
    assert_eq!(lab.code("DELETE", &one, &[], "").await.0, 204);
    for gone in [one.as_str(), "/api/v1/shares/never"] {
        let (status, error) = lab.code("DELETE", gone, &[], "").await;
        assert_eq!((status, &error["code"]), (404, &json!("no_share")));
    }
    assert_eq!(lab.code("DELETE", &path, &[], "").await.0, 204);
    assert_eq!(lab.code("GET", "/api/v1/shares", &[], "").await.1, json!({"shares": []}));
}

#[tokio::test]
async fn what_is_no_record_is_refused_by_name() {
    let lab = lab(None).await;
    let changed = |key: &str, value: Value| {
        let mut record: Value = serde_json::from_str(RECORD).unwrap();
        record[key] = value;
        record.to_string()
    };
    for (body, status, code, field) in [
        (String::new(), 400, "bad_record", json!(null)),
        ("{\"start\": 1}".to_owned(), 400, "bad_record", json!(null)),
        (changed("schema", json!(9)), 422, "newer_record", json!("schema")),
        (changed("id", json!("x")), 400, "bad_record", json!("id")),
        (changed("started_at", json!("yesterday")), 400, "bad_record", json!("started_at")),
        (
            changed("started_at", json!("2026-11-30T12:00:00+02:00[Europe/Helsinki]")),
            400,
            "bad_record",
            json!("started_at"),
        ),
        (changed("ends", json!([])), 400, "bad_record", json!("ends")),
    ] {
        let (got, error) = lab.code("POST", "/api/v1/records", &[JSON], &body).await;
        assert_eq!((got, &error["code"], &error["field"]), (status, &json!(code), &field), "{error}");
    }
    let written = changed("started_at", json!("2026-11-30T10:00:00.500Z"));
    let (status, run) = lab.code("POST", "/api/v1/records", &[JSON], &written).await;
    assert_eq!((status, &run["started_at"]), (201, &json!("2026-11-30T10:00:00.5Z")), "{run}");
    assert_eq!(lab.code("DELETE", &format!("/api/v1/runs/{}", id()), &[], "").await.0, 204);
    let lab = self::lab(None).await;
    // Larger than other bodies may be, and that alone is no reason.
    let large = changed("events", json!(vec![json!({"t_ns": 1, "code": "x", "args": {}}); 5_000]));
    assert!(large.len() > 100_000);
    assert_eq!(lab.code("POST", "/api/v1/records", &[JSON], &large).await.0, 201);
    let (status, error) = lab.code("POST", "/api/v1/records", &[JSON, ("content-length", "67108865")], "").await;
    assert_eq!((status, &error["code"]), (413, &json!("too_large")));
}
