//! What CPUs spent their time on.

use serde::{Deserialize, Serialize};

use crate::record::EndRecord;
use crate::sample::CoreTicks;
use crate::summary::{measured_bounds, measured_cores};

/// Shares of the time of all CPUs in `measure` (`proc_stat(5)`), each 0 to 100; the rest was idle.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CpuSplit {
    /// In programs.
    pub user_percent: f64,
    /// In the kernel, hard interrupts included.
    pub system_percent: f64,
    /// Servicing soft interrupts, where received packets are processed.
    pub softirq_percent: f64,
    /// Taken by the hypervisor for others.
    pub steal_percent: f64,
}

impl CpuSplit {
    /// Of all CPUs of an end together; none where no tick passed.
    pub(super) fn of(end: &EndRecord) -> Option<Self> {
        let (from, to) = measured_bounds(end)?;
        let (before, after) = (from.cores.as_deref()?, to.cores.as_deref()?);
        let all = before.iter().zip(after).map(|(before, after)| grown(*before, *after)).reduce(added)?;
        Self::split(all).filter(|_| before.len() == after.len())
    }

    fn split(ticks: CoreTicks) -> Option<Self> {
        let CoreTicks { user, system, softirq, steal, idle } = ticks;
        let all: f64 = [user, system, softirq, steal, idle].iter().map(|&part| part as f64).sum();
        let share = |part: u64| 100.0 * part as f64 / all;
        (all > 0.0).then(|| Self {
            user_percent: share(user),
            system_percent: share(system),
            softirq_percent: share(softirq),
            steal_percent: share(steal),
        })
    }
}

/// The busiest CPU in `measure`.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BusiestCore {
    /// Which, from 0, in the kernel's order.
    pub core: u32,
    /// Its busy share, 0 to 100; the same as [`EndRecord::busiest_core_percent`].
    pub busy_percent: f64,
    /// The share of its time that went to soft interrupts, 0 to 100.
    pub softirq_percent: f64,
}

impl BusiestCore {
    pub(super) fn of(end: &EndRecord) -> Option<Self> {
        let (from, to) = measured_bounds(end)?;
        let cores = measured_cores(end)?;
        // The first of those that are equally busy.
        let (core, busy_percent) = cores.into_iter().enumerate().rev().max_by(|a, b| a.1.total_cmp(&b.1))?;
        let ticks = grown(*from.cores.as_ref()?.get(core)?, *to.cores.as_ref()?.get(core)?);
        let softirq_percent = CpuSplit::split(ticks)?.softirq_percent;
        Some(Self { core: u32::try_from(core).ok()?, busy_percent, softirq_percent })
    }
}

/// Saturating: the counters of a peer are foreign input.
fn grown(before: CoreTicks, after: CoreTicks) -> CoreTicks {
    CoreTicks {
        user: after.user.saturating_sub(before.user),
        system: after.system.saturating_sub(before.system),
        softirq: after.softirq.saturating_sub(before.softirq),
        steal: after.steal.saturating_sub(before.steal),
        idle: after.idle.saturating_sub(before.idle),
    }
}

fn added(a: CoreTicks, b: CoreTicks) -> CoreTicks {
    CoreTicks {
        user: a.user.saturating_add(b.user),
        system: a.system.saturating_add(b.system),
        softirq: a.softirq.saturating_add(b.softirq),
        steal: a.steal.saturating_add(b.steal),
        idle: a.idle.saturating_add(b.idle),
    }
}
