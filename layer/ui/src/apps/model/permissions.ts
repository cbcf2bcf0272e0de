// The permissions that an app can request, and the features of its frame that they stand for.
export const APP_PERMISSIONS: ReadonlyMap<string, string> = new Map([
  ["camera", "camera"],
  ["microphone", "microphone"],
  ["geolocation", "geolocation"],
  ["clipboardWrite", "clipboard-write"],
]);
