//! Documents speak the reader's language.

use super::page;
use crate::harness::node::Node;
use crate::harness::raw::request;

fn language(node: &Node, path: &str, headers: &[&str]) -> String {
    let mut lines =
        vec![format!("GET {path} HTTP/1.1"), format!("host: {}", node.address), "connection: close".to_owned()];
    lines.extend(headers.iter().map(|&line| line.to_owned()));
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let heard = request(&node.address, &lines, "");
    let from = heard.text.find("<html lang=\"").map(|at| at + 12);
    from.and_then(|from| heard.text.get(from..from + 2)).unwrap_or_default().to_owned()
}

#[test]
fn the_address_wins_over_the_choice_and_the_choice_over_the_browser() {
    let node = Node::new("anna");
    for (path, headers, expected) in [
        ("/help", &[] as &[&str], "en"),
        ("/help", &["accept-language: de, ru;q=0.8, en;q=0.1"], "ru"),
        ("/help", &["accept-language: ru", "cookie: a=b; lang=ko"], "ko"),
        ("/login?lang=fr", &["accept-language: ru", "cookie: lang=ko"], "fr"),
        ("/help?lang=xx", &["cookie: lang=../../etc"], "en"),
    ] {
        assert_eq!(language(&node, path, headers), expected, "{path} {headers:?}");
    }
}

#[test]
fn every_document_is_whole_in_every_language() {
    let node = Node::new("anna");
    for lang in ["en", "fr", "ru", "ko"] {
        for path in ["/", "/runs", "/help", "/new", "/nowhere"] {
            let html = page(&node.api(), &format!("{path}?lang={lang}")).text;
            assert!(html.contains(&format!("<html lang=\"{lang}\"")), "{path}");
            // A message that is missing shows its key.
            for key in ["help-", "history-", "nav-", "measured-", "word-", "start-", "error-"] {
                let missing = html.split(['>', '<']).find(|text| text.starts_with(key));
                assert_eq!(missing, None, "{path} in {lang}");
            }
        }
    }
}
