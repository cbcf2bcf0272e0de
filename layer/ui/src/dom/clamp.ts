import { type Child, button, element } from "./element";

// The rest of a text that is shown with it, since a button would take as much room, in lines.
const SHORT_REST = 1.5;

// A long text of which the beginning is shown, with a button for the rest. The height is that of the style sheet.
export function clamped(...content: readonly Child[]): HTMLElement {
  const text = element("div.clamped-text", content);
  let isUnfolded = false;
  const fit = () => {
    text.classList.toggle("whole", isUnfolded);
    if (isUnfolded) return;
    const rest = text.scrollHeight - text.clientHeight;
    const isShort =
      rest <= SHORT_REST * parseFloat(getComputedStyle(text).lineHeight) && !text.querySelector("details");
    more.hidden = isShort || rest <= 1;
    text.classList.toggle("whole", isShort);
    text.classList.toggle("cut", !more.hidden);
  };
  const unfold = (isWanted: boolean) => {
    isUnfolded = isWanted;
    more.textContent = isWanted ? "Less" : "More";
    more.ariaExpanded = String(isWanted);
    fit();
  };
  const more = button("More", () => unfold(!isUnfolded), "link", { hidden: true, "aria-expanded": "false" });
  // The focus of the keyboard must not be in the hidden part. A pointer would lose its target if the text grew.
  text.addEventListener("focusin", ({ target }) => {
    if (target instanceof Element && target.matches(":focus-visible")) unfold(true);
  });
  new ResizeObserver(fit).observe(text);
  return element("div.clamped", text, more);
}
