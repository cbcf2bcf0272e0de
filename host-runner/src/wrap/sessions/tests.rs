use super::*;

fn start(session: &str, next: u64) -> Start {
    let (name, session) = ("server".to_owned(), session.to_owned());
    Start { version: 1, session, name, pid: 1, at: 0, next, messages: next }
}

fn line(seq: u64) -> Line {
    Line { seq, direction: Direction::ToAgent, at: 0, length: 0, kept: 0, complete: true }
}

fn gaps(sessions: &Sessions) -> Vec<(u64, u64)> {
    let gap = |record: Arc<Record>| if let Event::Gap(from, to) = record.event { Some((from, to)) } else { None };
    sessions.records_from(0, usize::MAX).into_iter().filter_map(gap).collect()
}

#[test]
fn missing_lines_are_gaps() {
    let sessions = Sessions::new();
    let number = sessions.start(start("a", 3)).unwrap();
    sessions.line(number, &line(3), Bytes::new()).unwrap();
    sessions.gap(number, 4, 6).unwrap();
    sessions.line(number, &line(8), Bytes::new()).unwrap();
    assert!(sessions.line(number, &line(8), Bytes::new()).is_err());
    assert!(sessions.gap(number, 4, 6).is_err());
    sessions.end(number, &Totals { at: 0, code: Some(0), signal: None, next: 10, messages: 9 }).unwrap();
    assert_eq!(gaps(&sessions), [(0, 3), (4, 6), (6, 8), (9, 10)]);
    let session = sessions.session(number).unwrap();
    assert_eq!((session.messages, session.missed), (9, 8));
}

#[test]
fn a_shim_that_counts_wrongly_is_no_harm() {
    let sessions = Sessions::new();
    let number = sessions.start(Start { messages: u64::MAX, ..start("a", 0) }).unwrap();
    sessions.line(number, &line(0), Bytes::new()).unwrap();
    assert_eq!(sessions.session(number).unwrap().messages, u64::MAX);
}

#[test]
fn a_session_whose_connection_was_lost_goes_on() {
    let sessions = Sessions::new();
    let number = sessions.start(start("a", 0)).unwrap();
    assert!(sessions.start(start("a", 0)).is_err());
    sessions.line(number, &line(0), Bytes::new()).unwrap();
    sessions.lose(number);
    assert_eq!(sessions.session(number).unwrap().end.unwrap().outcome, Outcome::Lost);
    assert_eq!(sessions.start(start("a", 4)), Ok(number));
    assert_eq!(sessions.session(number).unwrap().end, None);
    assert_eq!(gaps(&sessions), [(1, 4)]);
}

#[test]
fn the_store_is_bounded() {
    let sessions = Sessions::new();
    for count in 0..MAX_SESSIONS + 5 {
        let number = sessions.start(start(&count.to_string(), 0)).unwrap();
        if count > 0 {
            sessions.lose(number);
        }
    }
    let kept = sessions.sessions();
    assert_eq!((kept.len(), kept[0].number, kept[1].number), (MAX_SESSIONS, 0, 6));

    for seq in 0..20 {
        sessions.line(0, &line(seq), vec![0; MAX_BYTES / 10].into()).unwrap();
    }
    assert_eq!(sessions.records_from(0, usize::MAX).len(), 10);
    for seq in 20..MAX_RECORDS as u64 + 50 {
        sessions.line(0, &line(seq), Bytes::new()).unwrap();
    }
    assert_eq!(sessions.records_from(0, usize::MAX).len(), MAX_RECORDS);
}

#[test]
fn more_sessions_than_are_kept_are_refused() {
    let sessions = Sessions::new();
    for count in 0..MAX_SESSIONS {
        sessions.start(start(&count.to_string(), 0)).unwrap();
    }
    assert!(sessions.start(start("one more", 0)).is_err());
}
