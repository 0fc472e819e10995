//! What the figures themselves show to have limited or disturbed a run.

mod datagrams;
mod payload;
mod system;
mod ways;

use super::Summary;
use crate::config::{Direction, RunConfig};
use crate::finding::{Finding, Severity};
use crate::plan::{Plan, Role, Side};
use crate::reach::Reach;
use crate::record::{EndRecord, InEffect};

/// Code of the finding that `measure` was not as long as asked.
pub(crate) const MEASURE_LENGTH: &str = "measure_length";
/// A core this busy is full: what is left is scheduling noise.
pub(crate) const FULL_CORE_PERCENT: f64 = 95.0;

/// What there is to look at.
#[derive(Debug, Clone, Copy)]
pub struct Seen<'a> {
    /// What was asked.
    pub config: &'a RunConfig,
    /// What was decided.
    pub plan: Option<&'a Plan>,
    /// Which ways were open before.
    pub reach: Option<&'a Reach>,
    /// What the kernels granted.
    pub in_effect: Option<&'a InEffect>,
    /// The figures of both ends.
    pub ends: &'a [EndRecord],
    /// The figures of the whole run.
    pub summary: &'a Summary,
}

impl Seen<'_> {
    fn end(&self, role: Role) -> Option<&EndRecord> {
        self.ends.iter().find(|end| end.role == role)
    }
}

/// What the figures themselves show to have limited or disturbed the run.
pub fn of(seen: &Seen<'_>) -> Vec<Finding> {
    let Seen { config, ends, in_effect, .. } = *seen;
    let mut found = Vec::new();
    if let [first, second, ..] = ends
        && first.host.machine.is_some()
        && first.host.machine == second.host.machine
    {
        found.push(
            Finding::new("same_machine", Severity::Warning)
                .advise("Put the two ends on two machines to measure the network between them."),
        );
    }
    for end in ends {
        let role = match end.role {
            Role::Sender => "sender",
            Role::Receiver => "receiver",
        };
        // In both directions at once, a machine is both ends, and was busy once.
        let told = config.direction == Direction::Both && found.iter().any(|it| is_core_of(it, end));
        if let Some(busiest) = end.busiest_core_percent.filter(|&busiest| busiest >= FULL_CORE_PERCENT && !told) {
            found.push(
                Finding::new("core_full", Severity::Warning)
                    .with("host", end.host.name.clone())
                    .with("role", role)
                    .with("busiest_core_percent", busiest)
                    .with("cpu_percent", end.cpu_percent.unwrap_or(busiest))
                    .advise(match end.cpu_percent {
                        Some(all) if all >= FULL_CORE_PERCENT => {
                            "Every core was busy, with this run or with other programs: more streams will not help there."
                        }
                        _ => "More streams may spread the work over other cores; a faster core raises the limit.",
                    }),
            );
        }
        if let Some(seconds) = end.measured_seconds {
            let asked = config.duration_ms as f64 / 1e3;
            // A run that ends when so much was done may be as short as that takes.
            let early = config.has_quota() && seconds < asked;
            if (seconds - asked).abs() > asked * 0.01 && !early {
                found.push(
                    Finding::new(MEASURE_LENGTH, Severity::Warning)
                        .with("host", end.host.name.clone())
                        .with("asked_seconds", asked)
                        .with("measured_seconds", seconds),
                );
            }
        }
    }
    found.extend(ends.iter().filter_map(resent));
    for (leg, end) in ends.iter().enumerate().map(|(at, end)| (at / 2, end)) {
        let Some(effect) = in_effect.and_then(|effect| effect.of_leg(leg, end.side)) else { continue };
        let config = &config.at(end.side);
        for (field, asked, granted) in [
            ("send_socket_buffer_bytes", config.send_socket_buffer_bytes, effect.send_socket_buffer_bytes),
            ("receive_socket_buffer_bytes", config.receive_socket_buffer_bytes, effect.receive_socket_buffer_bytes),
        ] {
            // Linux doubles what was asked for its own bookkeeping (socket(7)); less than that is a clamp.
            if let (Some(asked), Some(granted)) = (asked, granted)
                && granted < asked.saturating_mul(2)
                && (field == "send_socket_buffer_bytes") == (end.role == Role::Sender)
            {
                found.push(
                    Finding::new("socket_buffer_clamped", Severity::Warning)
                        .with("host", end.host.name.clone())
                        .with("field", field)
                        .with("asked_bytes", asked)
                        .with("granted_bytes", granted)
                        .advise("Raise net.core.rmem_max and net.core.wmem_max on that host."),
                );
            }
        }
    }
    found.extend(of_directions(seen));
    found.extend(payload::of(seen));
    found.extend(system::of(seen));
    found.extend(ways::of(seen));
    // What is true of both directions alike is said once.
    let mut told: Vec<Finding> = Vec::with_capacity(found.len());
    for finding in found {
        if !told.contains(&finding) {
            told.push(finding);
        }
    }
    told
}

fn is_core_of(finding: &Finding, end: &EndRecord) -> bool {
    finding.code == "core_full" && finding.evidence.get("host").is_some_and(|host| *host == end.host.name)
}

/// What the datagrams of each direction show.
fn of_directions(seen: &Seen<'_>) -> Vec<Finding> {
    let legs = seen.ends.chunks(2).zip(&seen.summary.by_direction).enumerate();
    legs.flat_map(|(leg, (ends, figures))| {
        let summary = Summary { udp: figures.udp, ..seen.summary.clone() };
        let granted = |side| seen.in_effect.and_then(|effect| effect.of_leg(leg, side)).cloned();
        let in_effect =
            InEffect { coordinator: granted(Side::Coordinator), peer: granted(Side::Peer), ..InEffect::default() };
        datagrams::of(&Seen { ends, summary: &summary, in_effect: Some(&in_effect), ..*seen })
    })
    .collect()
}

/// More sent again than this share is worth a word.
const RESENT_PERCENT: f64 = 1.0;

/// Segments sent again, as a share of those that the payload fills.
fn resent(end: &EndRecord) -> Option<Finding> {
    let share = end.resent_percent.filter(|&share| share >= RESENT_PERCENT)?;
    Some(
        Finding::new("resent", Severity::Warning)
            .with("host", end.host.name.clone())
            .with("retransmits", end.retransmits)
            .with("percent", share)
            .advise("The path drops segments: compare another congestion control, a lower rate or fewer streams."),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::HostFacts;
    use crate::record::EndParts;

    #[test]
    fn a_clamped_buffer_is_a_finding_of_the_end_that_uses_it() {
        let config = RunConfig { send_socket_buffer_bytes: Some(1 << 20), ..RunConfig::default() };
        let granted = crate::record::EndInEffect {
            inner_loop: crate::plan::Loop::Blocking,
            threads: 1,
            streams: 1,
            buffer_bytes: 1,
            send_socket_buffer_bytes: Some(425_984),
            receive_socket_buffer_bytes: None,
            congestion_control: None,
            mss_bytes: None,
            no_delay: None,
            udp: None,
            local_address: None,
            peer_address: None,
        };
        let effect = InEffect { coordinator: Some(granted.clone()), peer: Some(granted), ..InEffect::default() };
        let end = |role, side| {
            let parts = EndParts {
                node: String::new(),
                host: HostFacts::default(),
                counter_names: Vec::new(),
                samples: Vec::new(),
            };
            crate::summary::end(role, config.direction, side, parts, false)
        };
        let ends = [end(Role::Sender, Side::Coordinator), end(Role::Receiver, Side::Peer)];
        let summary = crate::summary::of(config.direction, &ends, [crate::summary::datagrams::Joined::NONE; 2]);
        let seen =
            Seen { config: &config, plan: None, reach: None, in_effect: Some(&effect), ends: &ends, summary: &summary };
        let found = of(&seen);
        assert_eq!(found.iter().map(|finding| finding.code.as_str()).collect::<Vec<_>>(), ["socket_buffer_clamped"]);
    }
}
