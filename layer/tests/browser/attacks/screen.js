// A separate X screen with a window manager, for a browser in a real window, because headless browsers always have the focus. Mouse
// and keys are simulated in the X server, like those of a user.
import { execFile, spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

export async function startScreen(width = 1400, height = 1000) {
  const flags = ["-displayfd", "3", "-screen", "0", `${width}x${height}x24`, "-nolisten", "tcp"];
  const server = spawn("Xvfb", flags, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const display = await new Promise((resolve, reject) => {
    let printed = "";
    server.stdio[3].on("data", (data) => {
      printed += data;
      if (printed.endsWith("\n")) resolve(`:${printed.trim()}`);
    });
    server.on("error", reject);
    server.on("exit", (code) => reject(new Error(`Xvfb ended with ${code}`)));
  });
  const env = { ...process.env, DISPLAY: display };
  const manager = spawn("openbox", [], { stdio: "ignore", env });
  const tool = async (...args) => (await run("xdotool", args.map(String), { env })).stdout.trim();
  let pointer;
  // `--sync` waits until the pointer has moved, for 15 seconds if it is there already.
  const move = async ({ x, y }) => {
    const target = [Math.round(x), Math.round(y)];
    if (String(target) === pointer) return;
    pointer = String(target);
    await tool("mousemove", "--sync", ...target);
  };
  const press = () => tool("click", 1);
  return {
    env,
    move,
    press,
    click: async (point) => {
      await move(point);
      // Browsers process the pointer position with the next frame.
      await pause(100);
      await press();
    },
    key: (name) => tool("key", name),
    type: (text, delay = 20) => tool("type", "--delay", delay, text),
    activeWindow: () => tool("getactivewindow"),
    activate: (window) => tool("windowactivate", "--sync", window),
    stop: () => (manager.kill(), server.kill()),
  };
}

// Returns the screen coordinates of the centre of an element.
export function onScreen(page, selector) {
  return page.evaluate((selector) => {
    const element = [...document.querySelectorAll(selector)].find((element) => element.checkVisibility());
    element.scrollIntoView({ block: "center" });
    const { left, top, width, height } = element.getBoundingClientRect();
    const x = window.mozInnerScreenX ?? screenX + (outerWidth - innerWidth) / 2;
    const y = window.mozInnerScreenY ?? screenY + outerHeight - innerHeight;
    return { x: x + left + width / 2, y: y + top + height / 2 };
  }, selector);
}
