import { Name } from "../../dom/name";
import type { HostedApp } from "../model/hosted-app";
import { MAX_NAME_CHARS } from "../../settings";
import { toolNamed } from "../../tools/catalog";
import { isDestructive } from "../../tools/hints";
import { Reading, ReadingBox } from "./reading-box";
import { askConsent } from "./dialog";

// Consent to calls of tools by an app. It lasts until the page is reloaded.
const allowedCalls = new Set<string>();

/** Asks for one call at a time, because the choice for the first may also apply to those that wait. */
export function mayCall(app: HostedApp, name: string, argumentsText: string, signal: AbortSignal): Promise<boolean> {
  const answer = app.lastCall.then(() => askToCall(app, name, argumentsText, signal));
  app.lastCall = answer;
  return answer;
}

// Consent applies to one document under one policy and to one tool; another document under the same URI is another app.
// Destructive tools need consent for each call.
async function askToCall(app: HostedApp, name: string, argumentsText: string, signal: AbortSignal): Promise<boolean> {
  const key = JSON.stringify([app.uri, app.html, app.policy.text, name]);
  const isOnce = isDestructive(toolNamed(name)?.["annotations"]);
  if (!isOnce && allowedCalls.has(key)) return true;
  const reading = new Reading(argumentsText, "the arguments");
  const body = (
    <div>
      <p>
        {"The app wants to call the tool "}
        <code>
          <Name text={name} limit={MAX_NAME_CHARS} />
        </code>
        {" with:"}
      </p>
      <ReadingBox reading={reading} />
      {isOnce && <p>The tool may delete or overwrite things, according to the server.</p>}
    </div>
  );
  const choice = await askConsent<"always" | "once">(app, signal, {
    title: "Allow this app to call a tool?",
    body,
    choices: { ...(!isOnce && { always: "Allow this tool for this app" }), once: "Allow once" },
    reading,
  });
  if (choice === "always") allowedCalls.add(key);
  return choice !== "refuse";
}
