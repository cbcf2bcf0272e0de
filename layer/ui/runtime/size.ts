// Calls `report` with the size of the document, now and whenever it changes, until `isOff` says otherwise.
export function watchSize(
  { ResizeObserver, document }: Window & typeof globalThis,
  isOff: () => boolean,
  report: (width: number, height: number) => void,
): void {
  const root = document.documentElement;
  const observer = new ResizeObserver(() => {
    const { width, height } = root.getBoundingClientRect();
    if (isOff()) observer.disconnect();
    else report(Math.ceil(width), Math.ceil(height));
  });
  observer.observe(root);
}
