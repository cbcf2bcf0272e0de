import { nextTask } from "../scheduling/slices";

/** Reads a body in chunks, so that a large one does not block the page and its progress can be shown. */
export async function bodyText(response: Response, onProgress?: (bytes: number) => void): Promise<string> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    parts.push(decoder.decode(chunk.value, { stream: true }));
    bytes += chunk.value.length;
    onProgress?.(bytes);
    if (parts.length % 16 === 0) await nextTask();
  }
  await nextTask();
  return parts.join("") + decoder.decode();
}
