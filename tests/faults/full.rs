//! The disk of the data folder is full, and then is not.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};

use super::going;
use crate::harness::api::{Answer, text};
use crate::harness::node::Node;
use crate::harness::pair::{Pair, short};
use crate::harness::wait::{SOON, until};

/// A small disk as the data folder of a node; let go of when dropped.
struct Disk(PathBuf);

impl Disk {
    /// Puts it below a node that has begun already.
    fn below(node: &mut Node) -> Self {
        assert!(node.terminate(SOON).success());
        let disk = Self(node.data());
        disk.mount("size=2m,mode=700");
        node.restart();
        disk
    }

    fn mount(&self, options: &str) {
        let done = Command::new("mount").args(["-t", "tmpfs", "-o", options, "tmpfs"]).arg(&self.0).status().unwrap();
        assert!(done.success(), "mounting {options} on {}: {done}", self.0.display());
    }

    /// Makes room.
    fn grow(&self) {
        self.mount("remount,size=64m");
    }

    /// Takes what room there is.
    fn fill(&self) {
        let _ = std::fs::write(self.0.join("other"), vec![7; 2 << 20]);
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // The node may hold it open still.
        let _ = Command::new("umount").arg("--lazy").arg(&self.0).status();
    }
}

/// Whether there was no room for it, which has to be said with what to do about it.
#[track_caller]
fn no_room(answer: Answer) -> bool {
    if answer.status < 400 {
        return false;
    }
    let error = answer.refused(500, "store");
    assert!(text(&error["message"]).contains("full"), "{error}");
    assert!(text(&error["hint"]).contains("make room on the disk"), "{error}");
    true
}

#[test]
fn a_node_whose_disk_was_full_keeps_everything_once_there_is_room() {
    let mut pair = Pair::on_loopback();
    let disk = Disk::below(&mut pair.a);
    pair.again();
    let record = pair.run_from_a(&short());
    let copy = |at: usize| {
        let mut copy = record.clone();
        copy["id"] = json!(format!("{at:032x}"));
        copy.to_string()
    };
    let path = |at: usize| format!("/api/v1/runs/{at:032x}");
    let note = |letter: &str| json!({"note": letter.repeat(1900)});
    let api = pair.a.api();

    let count = (0..2000).find(|&at| no_room(api.post_text("/api/v1/records", &copy(at)))).expect("it fills");
    assert!(count > 8, "{count}");
    disk.fill();
    for round in 0..4 {
        // Some may still fit; then none does.
        let patched = (0..40).take_while(|_| !no_room(api.patch(&path(0), &note("x")))).count();
        assert!(round == 0 || patched < 40, "{patched}");
        assert!(no_room(api.post_text("/api/v1/records", &copy(5000 + round))));
        assert_eq!(api.get("/api/v1/runs").expect(200)["total"], json!(count + 1));
        assert_eq!(api.record(&text(&record["id"])), record);
    }

    disk.grow();
    for at in 0..8 {
        api.patch(&path(at), &note("y")).expect(200);
        api.post_text("/api/v1/records", &copy(9000 + at)).expect(201);
    }
    api.delete(&path(8)).expect(204);
    let run = pair.run_from_a(&short());
    let total = json!(count + 1 + 8 - 1 + 1);
    assert_eq!(api.get("/api/v1/runs").expect(200)["total"], total);
    pair.a.kill();
    pair.a.restart();
    let api = pair.a.api();
    assert_eq!(api.get("/api/v1/runs").expect(200)["total"], total);
    for at in 0..8 {
        assert_eq!(api.record(&format!("{at:032x}"))["config"]["note"], note("y")["note"]);
        api.get(&path(9000 + at)).expect(200);
    }
    assert_eq!(api.record(&text(&run["id"])), run);
}

#[test]
fn a_run_that_ends_on_a_full_disk_is_kept_once_there_is_room() {
    let mut pair = Pair::on_loopback();
    let disk = Disk::below(&mut pair.a);
    pair.again();
    let config = json!({"duration_ms": 1500, "warm_up_ms": 100, "streams": 16});
    let run = going(&pair, &config, "measure", &pair.a);
    disk.fill();
    let api = pair.a.api();
    let record = api.ended(&run, Duration::from_secs(40));
    assert_eq!(record["outcome"]["state"], "done", "{}", record["outcome"]);
    let says =
        |record: &Value| record["findings"].as_array().unwrap().iter().any(|finding| finding["code"] == "not_kept");
    assert!(says(&record), "{}", record["findings"]);
    disk.grow();
    let kept = until("it is kept", Duration::from_secs(90), || {
        let record = api.record(&run);
        if says(&record) { Err("not yet") } else { Ok(record) }
    });
    pair.a.kill();
    pair.a.restart();
    assert_eq!(pair.a.api().record(&run), kept);
}
