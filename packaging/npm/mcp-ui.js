#!/usr/bin/env node
// Runs the program `mcp-ui`, which lies in a package of its own for each platform.
"use strict";

const { spawn } = require("node:child_process");
const { constants } = require("node:os");
const { isatty } = require("node:tty");
const { optionalDependencies } = require("./package.json");

const REPOSITORY = "https://github.com/tower-mcp-ui/tower-mcp-ui";
const platform = `${process.platform}-${process.arch}`;

function findProgram() {
  const name = `@tower-mcp-ui/${platform}`;
  if (!(name in optionalDependencies)) {
    const known = Object.keys(optionalDependencies).map((name) => name.split("/")[1]);
    return fail(`there is no package for ${platform}, only for ${known.join(", ")}. Build the program with Rust: see ${REPOSITORY}.`);
  }
  try {
    return require.resolve(`${name}/${process.platform === "win32" ? "mcp-ui.exe" : "mcp-ui"}`);
  } catch {
    const libc = process.platform === "linux" ? ", and on a Linux without glibc such as Alpine" : "";
    return fail(`the package ${name} is not installed. npm leaves it out with --omit=optional${libc}. Install it, or build the program with Rust: see ${REPOSITORY}.`);
  }
}

function fail(problem) {
  console.error(`mcp-ui: ${problem}`);
  process.exit(1);
}

const child = spawn(findProgram(), process.argv.slice(2), { stdio: "inherit" });
child.on("error", ({ message }) => fail(`the program cannot be started: ${message}`));

// A terminal sends these signals to the program too; a second one would end it at once, without its orderly shutdown.
const ofTerminal = [0, 1, 2].some((stream) => isatty(stream));
for (const signal of ["SIGINT", "SIGHUP"]) process.on(signal, () => ofTerminal || child.kill(signal));
process.on("SIGTERM", () => child.kill("SIGTERM"));

child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
