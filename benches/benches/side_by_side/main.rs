//! Compares the layer with the crate `mcp-embedded-ui` and with a bare hyper response of the same size, in one run.
//!
//! The contestants alternate, each round starts with a different one, and every ratio is computed within a round, so
//! that other load on the machine affects all of them alike.

mod child_process;
mod client;
mod in_process;
mod live;
mod over_sockets;
mod rounds;
mod samples;
mod servers;
mod tools;

fn main() {
    over_sockets::table();
    println!();
    in_process::table();
    println!();
    live::table();
    println!();
    child_process::table();
}
