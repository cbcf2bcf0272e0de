//! The list of servers as HTML.

use std::fmt::{self, Write as _};

use html_escape::encode_quoted_attribute as escape;

use super::Index;
use crate::commands::open::routes::Routes;
use crate::commands::open::server::{Server, State};

impl Index {
    pub(super) fn render(&self, servers: &[Server], routes: &Routes) -> String {
        let mut html = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut html, servers, routes);
        html
    }

    fn write(&self, html: &mut String, servers: &[Server], routes: &Routes) -> fmt::Result {
        write!(html, "<p>From <code>{}</code></p><ul>", escape(&self.file))?;
        for (number, server) in servers.iter().enumerate() {
            let (state, text) = describe(&server.state());
            write!(html, "<li data-state=\"{state}\"><h2>")?;
            match server.backend() {
                Some(_) => write!(html, "<a href=\"{}\">{}</a>", routes.explorer(number), escape(&server.name))?,
                None => write!(html, "{}", escape(&server.name))?,
            }
            match text.split_once('\n') {
                Some((first, rest)) => {
                    write!(html, "</h2><p class=\"state\">{}</p><pre>{}</pre>", escape(first), escape(rest))?;
                }
                None => write!(html, "</h2><p class=\"state\">{}</p>", escape(&text))?,
            }
            if server.backend().is_some() {
                let endpoint = format!("{}{}", self.origin, routes.endpoint(number));
                write!(html, "<p>For agents: <code>{}</code></p>", escape(&endpoint))?;
            }
            write_unused(html, &server.unused)?;
            html.push_str("</li>");
        }
        html.push_str("</ul>");
        write_unused(html, &self.unused)?;
        html.push_str(
            "<p>Agents connect by the configuration that <code>mcp-ui open</code> has printed in the terminal. It has these \
             addresses, and the token of this start in the header <code>Mcp-Ui-Token</code>.</p>",
        );
        Ok(())
    }
}

/// The name of a state, and its description. Further lines are the output of the server.
fn describe(state: &State) -> (&'static str, String) {
    match state {
        State::Starting => ("starting", "Starting".to_owned()),
        State::Ready(None) => ("ready", "Ready".to_owned()),
        State::Ready(Some(1)) => ("ready", "Ready, 1 tool".to_owned()),
        State::Ready(Some(count)) => ("ready", format!("Ready, {count} tools")),
        State::Failed(reason) => ("failed", format!("Failed: {reason}")),
        State::Disabled => ("disabled", "Disabled in the file".to_owned()),
    }
}

fn write_unused(html: &mut String, members: &[String]) -> fmt::Result {
    if members.is_empty() {
        return Ok(());
    }
    html.push_str("<p>Not used by mcp-ui:");
    for member in members {
        write!(html, " <code>{}</code>", escape(member))?;
    }
    html.push_str("</p>");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::open::server::Idle;

    #[test]
    fn texts_of_servers_and_files_are_no_html() {
        let evil = "<img src=x onerror='alert(1)'>\"&";
        let index = Index::new("http://127.0.0.1:9470", evil.to_owned(), vec![evil.to_owned()]);
        let mut server = Server::idle(evil, Idle::Unusable(format!("{evil}\n{evil}")));
        server.unused.push(evil.to_owned());
        let html = index.render(&[server, Server::idle("off", Idle::Disabled)], &Routes::several([evil, "off"]));
        assert!(!html.contains("<img"), "{html}");
        let escaped = "&lt;img src=x onerror=&#x27;alert(1)&#x27;&gt;&quot;&amp;";
        assert_eq!(html.matches(escaped).count(), 6, "{html}");
        assert!(
            html.contains("data-state=\"disabled\"><h2>off</h2><p class=\"state\">Disabled in the file</p>"),
            "{html}"
        );
    }

    #[test]
    fn states_are_described() {
        assert_eq!(describe(&State::Ready(Some(1))).1, "Ready, 1 tool");
        assert_eq!(describe(&State::Ready(Some(13))).1, "Ready, 13 tools");
        assert_eq!(describe(&State::Ready(None)), ("ready", "Ready".to_owned()));
        assert_eq!(describe(&State::Starting), ("starting", "Starting".to_owned()));
    }
}
