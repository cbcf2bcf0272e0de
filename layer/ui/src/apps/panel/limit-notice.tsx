import type { VNode } from "preact";
import type { HostedApp } from "../model/hosted-app";
import { openFrames } from "../model/open-frames";

/** A button for an app that did not start because too many frames are open. */
export function LimitNotice({ app }: { readonly app: HostedApp }): VNode {
  app.useChanges();
  const makeRoom = async () => {
    await Promise.all([...openFrames].map((other) => other.close()));
    void app.reload();
  };
  return (
    <button type="button" hidden={!app.isOverLimit} onClick={() => void makeRoom()}>
      Close the others, open this one
    </button>
  );
}
