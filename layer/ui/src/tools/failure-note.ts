// The failure of a request that loads a part of the page, with the way out of it.

import { openAccessDialog } from "../access/dialog";
import { button, element } from "../dom/element";
import { HttpError } from "../protocol/requests";

export function failureNote(problem: Error, retry: () => unknown): HTMLElement[] {
  const status = problem instanceof HttpError ? problem.status : undefined;
  const again = button("Try again", retry);
  const failure = (text: string) => element("p.failure", { role: "alert" }, text);
  switch (status) {
    case 401: {
      const isPlain = problem.message === "Unauthorized";
      const reason = isPlain ? [] : [element("p.hint", problem.message)];
      const add = button("Add token", openAccessDialog, "primary");
      return [failure("Sign-in needed: the server answered 401."), ...reason, add];
    }
    case 403:
      return [failure(problem.message), button("Change token", openAccessDialog), again];
    default:
      return [failure(problem.message), again];
  }
}
