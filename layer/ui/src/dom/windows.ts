/** Opens an address in a new tab that knows nothing of this page. */
export function openWindow(address: string): void {
  window.open(address, "_blank", "noopener,noreferrer");
}
