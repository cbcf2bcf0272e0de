// Saving files.

import { safeFilename } from "../text/filename";

/** The type is always application/octet-stream, so that a tool's output is never opened as a page of this origin. */
export function downloadBytes(bytes: BlobPart, filename: string): void {
  const url = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = safeFilename(filename);
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

// Chromium silently drops downloads started by a script beyond ten per second.
const DOWNLOAD_SPACING_MS = 200;

let lastDownload = Promise.resolve();

export function queueDownload(bytes: BlobPart, filename: string): Promise<void> {
  lastDownload = lastDownload.then(() => {
    downloadBytes(bytes, filename);
    return new Promise((resolve) => setTimeout(resolve, DOWNLOAD_SPACING_MS));
  });
  return lastDownload;
}
