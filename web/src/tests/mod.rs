pub(crate) mod fixture;
