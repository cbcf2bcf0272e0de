import { printable } from "../../text/printable";
import type { HostedApp } from "./hosted-app";

/** Labels a region of an app. The URI in the label distinguishes the regions of several apps on one page. */
export function regionLabel({ uri }: HostedApp, label: string): string {
  return `${label}, ${printable(uri, 100)}`;
}
