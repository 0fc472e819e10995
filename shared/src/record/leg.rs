//! One direction of a run, of those that it has.

use super::{EndInEffect, EndRecord, RunRecord};
use crate::config::Direction;
use crate::plan::Role;

/// One direction of a run with its two ends.
#[derive(Debug, Clone, Copy)]
pub struct Leg<'a> {
    /// Its number, from 0.
    pub number: usize,
    /// Which way its payload flowed, as the coordinator sees it.
    pub direction: Direction,
    /// The end that sent; or that asked.
    pub sender: Option<&'a EndRecord>,
    /// The end that received; or that answered.
    pub receiver: Option<&'a EndRecord>,
}

impl<'a> Leg<'a> {
    /// The directions that ends are of, each with its two ends.
    pub fn all(direction: Direction, ends: &'a [EndRecord]) -> Vec<Self> {
        let legs = direction.legs().iter().enumerate();
        legs.map(|(number, &way)| {
            let of = |role| ends.iter().find(|end| end.role == role && end.direction == way);
            Self { number, direction: way, sender: of(Role::Sender), receiver: of(Role::Receiver) }
        })
        .collect()
    }

    /// The end in that role.
    pub fn end(&self, role: Role) -> Option<&'a EndRecord> {
        match role {
            Role::Sender => self.sender,
            Role::Receiver => self.receiver,
        }
    }
}

impl RunRecord {
    /// The directions of the run, in their order: one, or two.
    pub fn legs(&self) -> Vec<Leg<'_>> {
        Leg::all(self.config.direction, &self.ends)
    }

    /// The ends of one direction, from 0, the sender first.
    pub fn ends_of(&self, leg: usize) -> impl Iterator<Item = &EndRecord> {
        let leg = self.legs().into_iter().nth(leg);
        leg.into_iter().flat_map(|leg| [leg.sender, leg.receiver]).flatten()
    }

    /// What the kernel of an end granted in its direction.
    pub fn granted(&self, end: &EndRecord) -> Option<&EndInEffect> {
        let leg = self.config.direction.legs().iter().position(|way| *way == end.direction)?;
        self.in_effect.as_ref()?.of_leg(leg, end.side)
    }
}
