//! Exports traffic to an OpenTelemetry collector: a span for each request with its response, over OTLP/HTTP.
//!
//! | module | contents |
//! |---|---|
//! | `args` | the options, and the environment |
//! | `record` | the parts of a record that a span needs |
//! | `operations` | requests awaiting their responses |
//! | `spans` | a request's span |
//! | `queue` | spans awaiting the collector, within bounds |
//! | `exporter` | the tasks that read records and send spans |
//! | `delivery` | one request to the collector |

mod args;
mod delivery;
mod exporter;
mod operations;
mod queue;
mod record;
mod spans;

pub(crate) use self::args::OtlpArgs;
pub(crate) use self::exporter::Exporter;
