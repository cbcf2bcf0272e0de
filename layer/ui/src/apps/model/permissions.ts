/** The permissions that an app can request, each with the feature of Permissions Policy that its frame gets. */
export const APP_PERMISSIONS: ReadonlyMap<string, string> = new Map([
  ["camera", "camera"],
  ["microphone", "microphone"],
  ["geolocation", "geolocation"],
  ["clipboardWrite", "clipboard-write"],
]);
