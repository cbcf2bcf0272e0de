// Runs test files one after the other in this process, which so loads the libraries once, until the queue is empty. Run by `run.js`.
import { unlinkSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, describe } from "node:test";

for (let file; (file = nextFile());) {
  await new Promise((resolve) => {
    describe(file, async () => {
      after(resolve);
      await import(`./${file}`);
    });
  });
}

// Takes a file from the queue, a folder whose entries are named after the files. Only one worker succeeds in removing an entry.
function nextFile() {
  for (const entry of readdirSync(process.env.TEST_QUEUE).sort()) {
    try {
      unlinkSync(join(process.env.TEST_QUEUE, entry));
      return decodeURIComponent(entry).slice(4);
    } catch {
      // Another worker has taken it.
    }
  }
  return undefined;
}
