// A reporter of Node.js' test runner: the files with a failure, one in each line.
export default async function* failedFiles(events) {
  const files = new Set();
  for await (const { type, data } of events) {
    if (type === "test:fail" && data.todo === undefined && data.file !== undefined) files.add(data.file);
  }
  for (const file of files) yield `${file}\n`;
}
