//! What nodes keep: lists, names, deleting, files from node to node, links.

mod files;
mod links;
mod lists;
mod naming;
