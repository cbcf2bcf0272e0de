// The request of an app to open a link.

import { askConsent } from "../consent/dialog";
import { Reading, ReadingBox } from "../consent/reading-box";
import { type PlainObject, asText } from "../../json/plain";
import { BAD_PARAMETERS, RpcError } from "../messages/rpc-error";
import type { HostedApp } from "../model/hosted-app";
import { openWindow } from "../../dom/windows";
import { readAddress } from "../../text/address";
import { printable } from "../../text/printable";

const LINK_SCHEMES = ["http:", "https:", "mailto:"];

export async function openLink(app: HostedApp, { url }: PlainObject, signal: AbortSignal): Promise<PlainObject> {
  const target = addressOf(app, url);
  const reading = new Reading(target.href, "the address");
  const title = target.host ? `Open an address at ${printable(target.host, 300)}?` : "Open this address?";
  const request = { title, body: <ReadingBox reading={reading} />, reading, choices: { open: "Open" } };
  if ((await askConsent<"open">(app, signal, request)) !== "open") return { isError: true };
  openWindow(target.href);
  return {};
}

/** Accepts only an address that a consent dialog can show completely and that begins with its real destination. */
export function addressOf(app: HostedApp, url: unknown): URL {
  const target = readAddress(url, LINK_SCHEMES);
  if (typeof target !== "string" && !target.username && !target.password) return target;
  const reason = typeof target === "string" ? target : "Addresses with a user name or a password are not opened.";
  app.note("refused", `The app asked to open ${printable(asText(url))}: ${reason}`);
  throw new RpcError(BAD_PARAMETERS, reason);
}
