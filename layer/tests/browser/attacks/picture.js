// Reads the pixels of a screenshot, which is a PNG of 8 bits per channel without interlacing.
import { inflateSync } from "node:zlib";

// `pixel(x, y)` returns the channels at a point.
export function readPicture(png) {
  const bytes = Buffer.from(png);
  const data = [];
  let header;
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString("latin1", at + 4, at + 8);
    if (type === "IHDR") {
      header = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12), channels: bytes[at + 17] === 6 ? 4 : 3 };
    }
    if (type === "IDAT") data.push(bytes.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const rows = unfiltered(inflateSync(Buffer.concat(data)), header);
  const { width, height, channels } = header;
  return { width, height, pixel: (x, y) => rows.subarray((y * width + x) * channels, (y * width + x) * channels + 3) };
}

// Each row begins with the filter that was applied to its bytes (PNG, section 9).
function unfiltered(filtered, { width, height, channels }) {
  const stride = width * channels;
  const out = Buffer.alloc(stride * height);
  for (let row = 0; row < height; row += 1) {
    const filter = filtered[row * (stride + 1)];
    for (let column = 0; column < stride; column += 1) {
      const at = row * stride + column;
      const left = column >= channels ? out[at - channels] : 0;
      const up = row > 0 ? out[at - stride] : 0;
      const corner = row > 0 && column >= channels ? out[at - stride - channels] : 0;
      const predicted = [0, left, up, (left + up) >> 1, nearest(left, up, corner)][filter];
      out[at] = filtered[row * (stride + 1) + 1 + column] + predicted;
    }
  }
  return out;
}

function nearest(left, up, corner) {
  const estimate = left + up - corner;
  const [toLeft, toUp, toCorner] = [left, up, corner].map((value) => Math.abs(estimate - value));
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
