//! Shows agents that start their servers through `mcp-ui wrap`: in the terminal, and in the servers' recordings.

use mcp_ui_host::wrap::{Direction, Event, Listener, Message, Outcome, Session, Sessions};
use tower_mcp_ui::traffic::StdioMessage;

use super::traffic::Recorded;

/// Maximum number of records to read at once. The rest follows in later reads.
const RECORDS: usize = 256;

/// Receives messages from the agents' shims, prints a line when a session starts or ends, and records the messages.
pub(super) async fn follow(servers: Vec<Recorded>) {
    let sessions = Sessions::new();
    let listener = match Listener::bind().await {
        Ok(listener) => listener,
        Err(reason) => {
            eprintln!("Servers that agents start through `mcp-ui wrap` are not recorded: {reason}");
            return;
        }
    };
    tokio::join!(listener.serve(sessions.clone()), read(&sessions, &servers));
}

async fn read(sessions: &Sessions, servers: &[Recorded]) {
    let mut next = 0;
    loop {
        sessions.recorded(next).await;
        for record in sessions.records_from(next, RECORDS) {
            next = record.number + 1;
            let Some(session) = sessions.session(record.session) else { continue };
            match &record.event {
                Event::Started => eprintln!("{}", begun(&session)),
                Event::Ended(end) => eprintln!("{}", ended(&session, end.outcome)),
                Event::Message(message) => record_message(&session, message, servers),
                _ => {}
            }
        }
    }
}

/// Records a message for the servers with the same program. If there is no such server, records it for all servers,
/// marked as another server's message.
fn record_message(session: &Session, message: &Message, servers: &[Recorded]) {
    let is_from_client = match message.direction {
        Direction::ToServer => true,
        Direction::ToAgent => false,
        Direction::Stderr => return,
    };
    let is_same = |server: &&Recorded| server.program == session.name;
    let is_known = servers.iter().any(|server| is_same(&server));
    let name = format!("{} {}", session.name, session.number + 1);
    for server in servers.iter().filter(|server| !is_known || is_same(server)) {
        server.traffic.record_stdio(StdioMessage {
            session: &name,
            is_of_other: !is_known,
            is_from_client,
            at: message.time,
            text: message.bytes.clone(),
            bytes: message.length,
        });
    }
}

fn begun(session: &Session) -> String {
    format!("An agent started {} through `mcp-ui wrap`: {} so far", session.name, messages(session))
}

fn ended(session: &Session, outcome: Outcome) -> String {
    let outcome = match outcome {
        Outcome::Code(code) => format!("exited with code {code}"),
        Outcome::Signal(signal) => format!("was terminated by {}", signal_name(signal)),
        Outcome::Lost => "was lost, since `mcp-ui wrap` was killed or closed its connection".to_owned(),
    };
    let missed = match session.missed {
        0 => String::new(),
        1 => "; 1 line is missing".to_owned(),
        missed => format!("; {missed} lines are missing"),
    };
    format!("The agent's server {} {outcome}: {}{missed}", session.name, messages(session))
}

fn messages(session: &Session) -> String {
    match session.messages {
        1 => "1 message".to_owned(),
        messages => format!("{messages} messages"),
    }
}

fn signal_name(number: i32) -> String {
    #[cfg(unix)]
    if let Ok(signal) = nix::sys::signal::Signal::try_from(number) {
        return signal.to_string();
    }
    format!("signal {number}")
}
