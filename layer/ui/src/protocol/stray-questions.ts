// Questions that an older server asks on the stream of reports, because that is its only one beside the calls. They belong to a call, but
// which one is not known, so they are declined: otherwise the call would wait for an answer.

import { rawOf, valueOf } from "../json/node";
import { sendAnswer } from "./answers";
import { subscribeReports } from "./report-feed";

// A server that asks more often in one visit is at fault.
const MOST_QUESTIONS = 100;
const DECLINED = JSON.stringify({ code: -1, message: "Questions cannot be shown while a resource is watched." });

export function declineStrayQuestions(): void {
  let count = 0;
  subscribeReports((report) => {
    if (report.kind !== "other" || report.event !== "request") return;
    const token = valueOf(report.message, "token");
    if (token?.type !== "string" || count === MOST_QUESTIONS) return;
    count += 1;
    // The server gives up the question by itself if the answer does not reach it.
    sendAnswer(rawOf(token), { error: DECLINED }).catch(() => undefined);
  });
}
