// The failure of a request that loads a part of the page, with the way out of it.

import { hasEnteredAccess } from "../access/credentials";
import { openAccessDialog } from "../access/dialog";
import { button, element } from "../dom/element";
import { loadLater } from "../later/load";
import { hasHostEndpoint } from "../protocol/host";
import { HttpError } from "../protocol/requests";

export function failureNote(problem: Error, retry: () => unknown): HTMLElement[] {
  const status = problem instanceof HttpError ? problem.status : undefined;
  const again = button("Try again", retry);
  const failure = (text: string) => element("p.failure", { role: "alert" }, text);
  switch (status) {
    case 401: {
      const needed = [
        failure(hasEnteredAccess() ? "Your token was refused" : "Sign-in needed"),
        element("p.hint", problem.message),
      ];
      const token = hasEnteredAccess() ? "Change token" : "Add token";
      if (!hasHostEndpoint("authorization")) return [...needed, button(token, openAccessDialog, "primary")];
      const open = (isStepwise: boolean) => void loadLater().then((later) => later.openSignIn(retry, isStepwise));
      const ways = [
        button("Sign in", () => open(false), "primary"),
        button("Step by step", () => open(true)),
        button("Use a token", openAccessDialog),
      ];
      return [...needed, element("div.values", ways)];
    }
    case 403:
      return [failure(problem.message), button("Change token", openAccessDialog), again];
    default:
      return [failure(problem.message), again];
  }
}
