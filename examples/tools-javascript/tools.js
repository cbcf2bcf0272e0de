// Three tools as a component, to be served by the explorer.

const tools = [
  {
    name: 'greet',
    description: 'Greets somebody by name',
    inputSchema: {
      type: 'object',
      properties: { name: { type: 'string', default: 'world' } },
      required: ['name'],
    },
    annotations: { readOnlyHint: true },
  },
  {
    name: 'add',
    description: 'Adds numbers',
    inputSchema: {
      type: 'object',
      properties: { numbers: { type: 'array', items: { type: 'number' }, default: [1, 2, 3] } },
      required: ['numbers'],
    },
    outputSchema: { type: 'object', properties: { sum: { type: 'number' } } },
  },
  {
    name: 'vault',
    description: 'Opens for callers whose request has the header x-vault-key',
    inputSchema: { type: 'object' },
  },
];

const text = (text) => ({ content: [{ type: 'text', text }] });

const run = {
  greet: ({ name }) => {
    if (typeof name !== 'string') throw new Error('`name` must be a string');
    return text(`Hello, ${name}!`);
  },
  add: ({ numbers }) => {
    if (!Array.isArray(numbers)) throw new Error('`numbers` must be an array');
    const sum = numbers.reduce((sum, number) => sum + number, 0);
    return { ...text(String(sum)), structuredContent: { sum } };
  },
  vault: () => text('Nothing but dust.'),
};

// A handler can inspect the request and deny a call.
const hasKey = ({ headers }) =>
  headers.some(([name, value]) => name === 'x-vault-key' && String.fromCharCode(...value) === 'sesame');

export const toolsProvider = {
  async listTools() {
    return { tag: 'whole', val: JSON.stringify(tools) };
  },
};

export const toolHandler = {
  async callTool(call, context) {
    if (call.name === 'vault' && !hasKey(context)) {
      throw { tag: 'denied', val: "the request lacks the vault's key" };
    }
    let result;
    try {
      result = run[call.name](JSON.parse(call.arguments));
    } catch (error) {
      throw { tag: 'failed', val: error.message };
    }
    return { tag: 'whole', val: JSON.stringify(result) };
  },
};
