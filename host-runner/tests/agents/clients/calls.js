// The work of an agent with either TypeScript SDK: answers the server's questions, makes the calls, and prints what came of them.
export async function runCalls({ client, http, stdio, handle, call }) {
  const [connection, calls] = process.argv.slice(2).map((text) => JSON.parse(text));
  handle.elicit(() => ({ action: "accept", content: { name: "Ada" } }));
  handle.sample(() => ({ role: "assistant", content: { type: "text", text: "sampled" }, model: "none" }));
  handle.roots(() => ({ roots: [{ uri: "file:///work" }] }));
  let logs = 0;
  handle.log(() => void (logs += 1));

  const { url, headers, command } = connection;
  await client.connect(url ? http(url, headers) : stdio(command[0], command.slice(1)));
  const tools = (await client.listTools()).tools.map(({ name }) => name);
  const outcomes = [];
  for (const { tool, arguments: given } of calls) {
    let progress = 0;
    logs = 0;
    const outcome = await call({ name: tool, arguments: given }, () => void (progress += 1)).then(
      ({ isError, content }) => ({ isError: isError === true, text: content[0].text }),
      (error) => ({ isError: true, text: String(error) }),
    );
    outcomes.push({ ...outcome, progress, logs });
  }
  console.log(JSON.stringify({ tools, outcomes }));
  await client.close();
  process.exit();
}
