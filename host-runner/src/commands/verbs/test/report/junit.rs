use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::super::outcome::{State, Suite};
use crate::commands::Failure;
use crate::commands::harmless::{harmless, harmless_line};

/// The suites as XML in `JUnit` format, which Jenkins, GitLab and others read.
pub(super) fn text(suites: &[Suite]) -> Result<String, Failure> {
    let mut report = Report::new("mcp-ui");
    for suite in suites {
        let mut cases = TestSuite::new(suite.title());
        cases.set_time(suite.duration);
        for outcome in &suite.outcomes {
            let status = match &outcome.state {
                State::Passed => TestCaseStatus::success(),
                State::Failed(_) => {
                    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
                    let messages = outcome.reasons();
                    status.set_message(harmless(messages.first().copied().unwrap_or_default()));
                    let command = outcome.command.iter().map(|command| format!("$ {command}"));
                    let lines = messages.iter().map(|message| (*message).to_owned()).chain(command);
                    status.set_description(harmless(&lines.collect::<Vec<_>>().join("\n")));
                    status
                }
                State::Broken(why) => {
                    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
                    status.set_message(harmless(why));
                    status.set_description(harmless(why));
                    status
                }
            };
            let mut case = TestCase::new(harmless_line(&outcome.name), status);
            case.set_classname(suite.title());
            case.set_time(outcome.duration);
            if outcome.line > 0 {
                case.extra.insert("file".into(), suite.file.as_str().into());
                case.extra.insert("line".into(), outcome.line.to_string().into());
            }
            cases.add_test_case(case);
        }
        report.add_test_suite(cases);
    }
    report.to_string().map_err(Into::into)
}
