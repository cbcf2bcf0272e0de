import type { HostedApp } from "../model/hosted-app";
import type { LogEntry } from "../model/record";

/** Everything known about an app, for a bug report. */
export function appReport(app: HostedApp): string {
  const { uri, phase: state, appInfo, notes, policy, model, tried, log, dropped } = app;
  const message = ({ raw, ...entry }: LogEntry) => ({
    ...entry,
    at: new Date(entry.at).toISOString(),
    message: plainOrText(raw),
  });
  const whole = {
    tool: app.tool.name,
    uri,
    state,
    appInfo,
    notes,
    policy,
    model,
    tried,
    dropped,
    log: log.map(message),
  };
  return JSON.stringify(whole, null, 2);
}

function plainOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
