// The way back to the page of the servers, if this explorer is one of several.

import { drawn } from "../dom/drawn";
import { byId } from "../dom/page";
import { hasHostEndpoint } from "../protocol/host";
import { ROOT_PATH } from "../settings";

export function startServersLink(): void {
  if (!hasHostEndpoint("servers")) return;
  const address = new URL("../", new URL(ROOT_PATH, location.origin));
  byId("home-link")
    .closest("h1")
    ?.before(
      drawn(
        <a id="servers-link" href={address.href}>
          Servers
        </a>,
      ),
    );
}
