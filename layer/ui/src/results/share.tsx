// Sharing a result: as a link to its call, which has no token in it, as a file, or as an image.

import type { VNode } from "preact";
import { containsCredentials } from "../access/credentials";
import { copyText } from "../dom/copy";
import { downloadBytes } from "../dom/downloads";
import { announce } from "../dom/page";
import { QuietButton } from "../dom/quiet-button";
import { compactObject } from "../json/write";
import { toolLink } from "../protocol/links";
import type { Outcome } from "../protocol/outcome";
import { callFacts } from "./facts";
import { pictureOf, pictureText } from "./picture";

interface ShareProps {
  readonly tool: string;
  readonly argumentsText: string;
  readonly outcome: Outcome;
}

/** The ways to share a result. A result that contains credentials is not shared. */
export function Share({ tool, argumentsText, outcome }: ShareProps): VNode {
  const save = async (extension: string, bytes: () => BlobPart | Promise<BlobPart>) => {
    if (containsCredentials(`${argumentsText}\n${outcome.text ?? ""}`)) {
      announce("Not shared: it contains one of your credentials");
      return;
    }
    downloadBytes(await bytes(), `${tool}.${extension}`);
    announce("Saved");
  };
  const copyLink = async () => {
    const link = new URL(toolLink(tool, argumentsText), location.origin + location.pathname).href;
    announce((await copyText(link)) ? "Copied the link" : "Not copied");
  };
  const file = () => fileText(tool, argumentsText, outcome);
  const image = () => {
    const { label, facts } = callFacts(outcome);
    return pictureOf(tool, argumentsText, [label, ...facts].join(" · "), pictureText(outcome));
  };
  return (
    <details class="share">
      <summary>Share</summary>
      <div>
        <QuietButton label="Copy link" onClick={() => void copyLink()} />
        <QuietButton label="Save as file" onClick={() => void save("json", file)} />
        <QuietButton label="Save as image" onClick={() => void save("png", image)} />
      </div>
    </details>
  );
}

/** A call with its result, as JSON. The digits of numbers stay as they are. */
export function fileText(tool: string, argumentsText: string, { text, root, started }: Outcome): string {
  return compactObject([
    ["tool", JSON.stringify(tool)],
    ["arguments", argumentsText.trim() || "{}"],
    ["at", JSON.stringify(new Date(started).toISOString())],
    ["response", root ? text : JSON.stringify(text ?? null)],
  ]);
}
