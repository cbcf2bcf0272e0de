//! The export of traffic to a collector of OpenTelemetry: a span for each request with its response, over OTLP/HTTP.
//!
//! | module | contents |
//! |---|---|
//! | `args` | the options, and the environment |
//! | `record` | what is read of a record |
//! | `operations` | requests that wait for their responses |
//! | `spans` | the span of a request |
//! | `queue` | spans that wait, within bounds |
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
