import { isDialogOpen } from "../../dom/dialogs";
import { isInUse } from "../focus/keyboard";
import type { PlainObject } from "../../json/plain";
import { BAD_PARAMETERS, RpcError } from "../messages/rpc-error";
import type { HostedApp } from "../model/hosted-app";
import { setDisplayMode } from "./display";

/** The request of an app for another display mode. */
export function changeDisplayMode(app: HostedApp, { mode }: PlainObject): PlainObject {
  if (typeof mode !== "string") throw new RpcError(BAD_PARAMETERS, "“mode” is not a string.");
  if (isDialogOpen() || (mode !== "inline" && !isInUse(app))) {
    app.note("refused", "The app asked for another display mode while the user was not using it.");
    return { mode: app.mode };
  }
  return { mode: setDisplayMode(app, mode) };
}
