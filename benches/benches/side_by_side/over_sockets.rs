use std::time::Duration;

use tokio::runtime;

use crate::client::Connections;
use crate::rounds::{Reached, Rounds};
use crate::samples::{self, FEW, MANY};
use crate::servers;

const ROUNDS: usize = 9;
/// The duration of a contestant's turn in each round.
const TURN: Duration = Duration::from_millis(300);

/// Prints each contestant's responses per second over sockets.
pub(crate) fn table() {
    println!(
        "responses per second over keep-alive HTTP/1.1, medians of {ROUNDS} rounds; bare responses have the same size"
    );
    println!(
        "{:<26}{:>9}{:>9}{:>10}{:>10}{:>10}{:>10}  {:<20}{:<20}other / bare",
        "", "bytes", "other's", "layer", "bare", "other", "bare", "layer / other", "layer / bare"
    );
    let few = [servers::layer(FEW), servers::embedded_ui(FEW)];
    let many = [servers::layer(MANY), servers::embedded_ui(MANY)];
    let bare = servers::bare();
    let client = runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    for sample in samples::all() {
        let open = |server, path: &str| client.block_on(Connections::open(server, path, &sample));
        let [layer, other] = if sample.tools == FEW { few } else { many };
        let (layer, other) = (open(layer, sample.path), open(other, sample.path));
        let sizes = [layer.body_bytes(), other.body_bytes()];
        let [bare_layer, bare_other] = sizes.map(|size| open(bare, &format!("/{size}")));
        let mut contestants = [layer, bare_layer, other, bare_other];
        let rounds = Rounds::<4>::run(ROUNDS, |at| client.block_on(contestants[at].throughput(TURN)));
        println!(
            "{:<26}{:>9}{:>9}{:>10.0}{:>10.0}{:>10.0}{:>10.0}  {:<20}{:<20}{:.2}",
            sample.name,
            sizes[0],
            sizes[1],
            rounds.of(0),
            rounds.of(1),
            rounds.of(2),
            rounds.of(3),
            Reached { ratio: rounds.ratio(0, 2), target: sample.target_of_other },
            Reached { ratio: rounds.ratio(0, 1), target: sample.target_of_bare },
            rounds.ratio(2, 3),
        );
    }
}
