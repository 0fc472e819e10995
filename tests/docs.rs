//! What the documents say can be typed can be typed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::harness::api::text;
use crate::harness::binary::pairperf;
use crate::harness::node::{Node, Setup};
use crate::harness::program::run;

/// Documents whose commands are held against the program.
const DOCUMENTS: [&str; 2] = ["README.md", "ARCHITECTURE.md"];

fn document(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    std::fs::read_to_string(root.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The lines of all code blocks and the texts of all `inline code` in a document.
fn code(document: &str) -> (Vec<String>, Vec<String>) {
    let (mut blocks, mut inline, mut inside) = (Vec::new(), Vec::new(), false);
    for line in document.lines() {
        if line.trim_start().starts_with("```") {
            inside = !inside;
        } else if inside {
            blocks.push(line.trim().to_owned());
        } else {
            inline.extend(line.split('`').skip(1).step_by(2).map(str::to_owned));
        }
    }
    (blocks, inline)
}

/// The calls of a program in a line of shell, each as its words after the program's name.
fn calls(line: &str, program: &[&str]) -> Vec<Vec<String>> {
    let line = line.split(" #").next().unwrap_or_default();
    let commands = line.split("&&").flat_map(|part| part.split(';')).flat_map(|part| part.split('|'));
    commands
        .filter_map(|command| {
            let words: Vec<&str> = command.split_whitespace().collect();
            let is_program = |words: &[&str]| {
                words.iter().zip(program).all(|(word, name)| word == name || word.strip_prefix("./") == Some(name))
            };
            let place = (0..words.len()).find(|&place| {
                words.len() - place >= program.len() && is_program(&words[place..place + program.len()])
            })?;
            Some(words[place + program.len()..].iter().map(|&word| word.to_owned()).collect())
        })
        .collect()
}

/// Help texts by command, asked for once each.
struct Helps(BTreeMap<String, String>);

impl Helps {
    fn of(&mut self, command: &str) -> &str {
        self.0.entry(command.to_owned()).or_insert_with(|| {
            let mut call = pairperf(None);
            if !command.is_empty() {
                call.arg(command);
            }
            run(call.arg("--help")).expect(0).out
        })
    }

    /// Whether a help names a flag as a whole word.
    fn names(&mut self, command: &str, flag: &str) -> bool {
        self.of(command).split(|c: char| !(c.is_alphanumeric() || c == '-')).any(|word| word == flag)
    }
}

fn flag(word: &str) -> Option<&str> {
    word.strip_prefix('[')
        .unwrap_or(word)
        .split(['=', ']'])
        .next()
        .filter(|word| word.starts_with("--") && word.len() > 2)
}

#[test]
fn every_command_in_the_documents_exists() {
    let mut helps = Helps(BTreeMap::new());
    let mut checked = 0;
    for name in DOCUMENTS {
        let (blocks, inline) = code(&document(name));
        for line in blocks.iter().chain(&inline) {
            for words in calls(line, &["pairperf"]) {
                let Some(command) = words.first().filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase()))
                else {
                    continue;
                };
                assert!(
                    helps.of("").contains(&format!("\n  {command} ")),
                    "{name}: there is no `pairperf {command}`: {line}"
                );
                for flag in words.iter().filter_map(|word| flag(word)) {
                    assert!(helps.names(command, flag), "{name}: `pairperf {command}` has no {flag}: {line}");
                }
                checked += 1;
            }
        }
    }
    assert!(checked >= 8, "only {checked} commands were found");
}

#[test]
fn every_flag_in_the_tables_exists() {
    let mut helps = Helps(BTreeMap::new());
    let (_, inline) = code(&document("README.md"));
    let commands = ["serve", "invite", "join", "check", "run", "demo", "health"];
    let mut checked = 0;
    for word in inline.iter().filter(|text| text.starts_with("--")).flat_map(|text| text.split_whitespace()) {
        let Some(flag) = flag(word) else { continue };
        assert!(commands.iter().any(|command| helps.names(command, flag)), "README.md: no command has {flag}");
        checked += 1;
    }
    assert!(checked >= 15, "only {checked} flags were found");
}

/// The flags that a command's help offers.
fn offered(help: &str) -> impl Iterator<Item = &str> {
    help.lines().filter_map(|line| {
        line.split_whitespace().find_map(|word| flag(word.trim_end_matches(',').split('[').next().unwrap_or(word)))
    })
}

#[test]
fn the_tables_leave_out_no_flag_of_serve_check_and_run() {
    let readme = document("README.md");
    for command in ["serve", "check", "run"] {
        let help = run(pairperf(None).args([command, "--help"])).expect(0).out;
        let unsaid: Vec<_> = offered(&help).filter(|flag| *flag != "--help" && !readme.contains(*flag)).collect();
        assert!(unsaid.is_empty(), "README.md says nothing of {unsaid:?} of `pairperf {command}`");
    }
}

#[test]
fn every_task_in_the_documents_exists() {
    let this = std::env::current_exe().unwrap();
    let xtask: PathBuf = this.parent().and_then(Path::parent).unwrap().join("xtask");
    assert!(xtask.is_file(), "there is no {}: run `cargo xtask test`", xtask.display());
    let usage = run(std::process::Command::new(xtask).arg("--help")).expect(0).out;
    let mut checked = 0;
    for name in DOCUMENTS {
        let (blocks, inline) = code(&document(name));
        for line in blocks.iter().chain(&inline) {
            for words in calls(line, &["cargo", "xtask"]) {
                // In prose several may be named at once: `demo | test`.
                let Some(task) = words.first() else { continue };
                assert!(usage.contains(&format!("\n  {task} ")), "{name}: there is no `cargo xtask {task}`: {line}");
                checked += 1;
            }
        }
    }
    assert!(checked >= 3, "only {checked} tasks were found");
}

/// The only line of the README's code blocks that begins with these words, as arguments of the program.
fn quoted(words: &str) -> Vec<String> {
    let (blocks, _) = code(&document("README.md"));
    let mut found: Vec<_> = blocks
        .iter()
        .flat_map(|line| calls(line, &["pairperf"]))
        .filter(|call| call.join(" ").starts_with(words))
        .collect();
    // The same on each of two machines is one.
    found.dedup();
    assert_eq!(found.len(), 1, "README.md has not one `pairperf {words}`: {found:?}");
    found.into_iter().next().unwrap()
}

#[test]
fn the_five_minutes_work_as_they_are_written() {
    // Only what must differ between two machines and this one is replaced: address, code, and ten seconds.
    assert_eq!(quoted("serve"), ["serve"]);
    let node = Node::new("vm-a");
    assert!(node.printed[0].starts_with("listening on http://") && node.printed[1].starts_with("log in at http://"));

    let mut invite = pairperf(None);
    invite.args(quoted("invite")).args(["--server", &format!("http://{}", node.address), "--data"]).arg(node.data());
    let said = run(&mut invite).expect(0).out;
    let code = said.lines().next().unwrap().to_owned();

    let arguments: Vec<String> = quoted("run")
        .into_iter()
        .map(|word| match word.as_str() {
            word if word.contains('/') => format!("{}/{code}", node.address),
            "10s" => "1s".to_owned(),
            word => word.to_owned(),
        })
        .collect();
    let result = run(pairperf(None).args(arguments)).expect(0);
    assert!(result.out.contains("bit/s"), "{}", result.out);

    // And the way with two nodes that stay.
    let other = Setup::named("vm-b").start();
    let ticket = format!("{}/{}", node.address, node.api().invite());
    let joined = run(pairperf(None)
        .args(["join", &ticket, "--server", &format!("http://{}", other.address), "--data"])
        .arg(other.data()));
    assert!(joined.expect(0).out.contains("vm-a"));
    let runs = node.api().get("/api/v1/runs").expect(200);
    assert_eq!(text(&runs["runs"][0]["outcome"]["state"]), "done");
}
