import { type Child, button, element } from "./element";

// A long text of which the beginning is shown, with a button for the rest. The height is that of the style sheet.
export function clamped(...content: readonly Child[]): HTMLElement {
  const text = element("div.clamped-text", content);
  const more = button("More", () => show(text.classList.contains("whole")), "link", { hidden: true });
  const show = (isFolded: boolean) => {
    text.classList.toggle("whole", !isFolded);
    more.textContent = isFolded ? "More" : "Less";
    more.ariaExpanded = String(!isFolded);
  };
  show(true);
  // The focus of the keyboard must not be in the hidden part. A pointer would lose its target if the text grew.
  text.addEventListener("focusin", ({ target }) => {
    if (target instanceof Element && target.matches(":focus-visible")) show(false);
  });
  new ResizeObserver(() => {
    if (!text.classList.contains("whole")) more.hidden = text.scrollHeight <= text.clientHeight + 1;
    text.classList.toggle("cut", !more.hidden);
  }).observe(text);
  return element("div.clamped", text, more);
}
