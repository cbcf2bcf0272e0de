//! Servers from a configuration file, with their variables expanded.

use std::path::PathBuf;

use http::{HeaderMap, HeaderName, HeaderValue};
use mcp_ui_host::StdioCommand;

use super::entry::{Entry, Transport};
use super::variables::Variables;

/// A server that is ready to start.
pub(crate) enum Resolved {
    Command(StdioCommand),
    /// `shown` is the URL for display.
    Url {
        url: String,
        shown: String,
        headers: HeaderMap,
    },
}

pub(super) fn resolve(server: &Entry, variables: &Variables<'_>) -> Result<Resolved, String> {
    match &server.transport {
        Err(reason) => Err(reason.clone()),
        Ok(Transport::Command { command, args, env, cwd }) => {
            let program = variables.expand(command)?;
            let args: Vec<_> = args.iter().map(|arg| variables.expand(arg)).collect::<Result<_, _>>()?;
            let shown = std::iter::once(&program).chain(&args).map(|word| word.shown.clone()).collect();
            let cwd = cwd.as_ref().map(|cwd| variables.expand(cwd)).transpose()?;
            let cwd = variables.workspace.join(cwd.map(|cwd| PathBuf::from(cwd.value)).unwrap_or_default());
            let mut command = StdioCommand::new(program.value).args(args.into_iter().map(|arg| arg.value));
            for (name, value) in env {
                command = command.env(name, variables.expand(value)?.value);
            }
            Ok(Resolved::Command(command.cwd(cwd).shown_as(shown)))
        }
        Ok(Transport::Url { url, headers }) => {
            let mut map = HeaderMap::new();
            for (name, value) in headers {
                let invalid = |part| {
                    format!("The {part} of the header {name:?} contains characters that are not allowed in headers.")
                };
                let parsed: HeaderName = name.parse().map_err(|_| invalid("name"))?;
                let value = variables.expand(value)?.value;
                let mut value: HeaderValue = value.trim().parse().map_err(|_| invalid("value"))?;
                value.set_sensitive(true);
                map.append(parsed, value);
            }
            let url = variables.expand(url)?;
            Ok(Resolved::Url { url: url.value, shown: url.shown, headers: map })
        }
    }
}
