// The place of the host of a URL, as far as its name says.

export type HostPlace = "computer" | "network" | "elsewhere";

/**
 * Takes a host as `URL` has it: in lower case, IPv4 addresses with four decimal parts, and IPv6 addresses in their
 * shortest form.
 */
export function placeOf(hostname: string): HostPlace {
  const host = hostname.endsWith(".") ? hostname.slice(0, -1) : hostname;
  if (host === "localhost" || host.endsWith(".localhost")) return "computer";
  if (host.endsWith(".local") || host.endsWith(".internal")) return "network";
  const bytes = host.startsWith("[") ? bytesOfIpv6(host) : bytesOfIpv4(host);
  return bytes ? placeOfBytes(bytes) : "elsewhere";
}

function bytesOfIpv4(host: string): number[] | undefined {
  return /^\d+(?:\.\d+){3}$/.test(host) ? host.split(".").map(Number) : undefined;
}

function bytesOfIpv6(host: string): number[] {
  const [before = "", after] = host.slice(1, -1).split("::");
  const groups = (text: string) => text.split(":").filter(Boolean);
  const [first, last] = [groups(before), groups(after ?? "")];
  const all = [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill("0"), ...last];
  const bytes = all.flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]);
  // IPv4 addresses that are mapped (RFC 4291) or translated (RFC 6052).
  const start = bytes.slice(0, 12).join(".");
  const isIpv4 = ["0.0.0.0.0.0.0.0.0.0.255.255", "0.100.255.155.0.0.0.0.0.0.0.0"].includes(start);
  return isIpv4 ? bytes.slice(12) : bytes;
}

function placeOfBytes([first = 0, second = 0, ...rest]: readonly number[]): HostPlace {
  if (rest.length > 2) {
    const isUnspecifiedOrLoopback =
      [first, second, ...rest.slice(0, -1)].every((byte) => byte === 0) && (rest.at(-1) ?? 0) < 2;
    if (isUnspecifiedOrLoopback) return "computer";
    // Unique local and link-local addresses.
    return (first & 254) === 252 || (first === 254 && (second & 192) === 128) ? "network" : "elsewhere";
  }
  if (first === 127 || first === 0) return "computer";
  const isPrivate = first === 10 || (first === 172 && second >> 4 === 1) || (first === 192 && second === 168);
  const isLinkLocal = first === 169 && second === 254;
  const isShared = first === 100 && second >> 6 === 1;
  return isPrivate || isLinkLocal || isShared ? "network" : "elsewhere";
}
