// The types of content, as MCP servers declare them.

const OLDER_APPS = ["text/html", "text/html+mcp", "text/html+skybridge"];
const TEXT_TYPE = /^(text\/[\w.+-]+|application\/([\w.-]+\+)?json)$/;

/** Parses a MIME type. Ignores case, white space around the semicolon, and quotes around the value of `profile`. */
export function typeOf(mimeType: unknown): { readonly type: string; readonly isApp: boolean } {
  const parts = (typeof mimeType === "string" ? mimeType : "none")
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  const [type = "", ...parameters] = parts;
  const isProfile = (parameter: string) => /^profile\s*=\s*("?)mcp-app\1$/.test(parameter);
  return { type, isApp: type === "text/html" && parameters.some(isProfile) };
}

export function isAppType(mimeType: unknown): boolean {
  return typeOf(mimeType).isApp;
}

/** Returns whether a type is that of HTML: an app, in the current form or in an older one, or any other document. */
export function isHtmlType(mimeType: unknown): boolean {
  const { type, isApp } = typeOf(mimeType);
  return isApp || OLDER_APPS.includes(type);
}

/** Returns whether a blob of this type can be shown as text. */
export function isTextType(mimeType: unknown): boolean {
  return TEXT_TYPE.test(typeOf(mimeType).type);
}
