// Tools as a component, to be served by the explorer.

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
  {
    name: 'order',
    description: 'Asks what to order, and whether to order it',
    inputSchema: { type: 'object' },
  },
  {
    name: 'brew',
    description: 'Reports its progress',
    inputSchema: { type: 'object' },
  },
];

const text = (text) => ({ content: [{ type: 'text', text }] });

// Asks for input: the call is repeated with the answer under this key, and with the state.
const ask = (key, message, answer, requestState) => {
  const requestedSchema = { type: 'object', properties: { [key]: answer }, required: [key] };
  const question = { method: 'elicitation/create', params: { message, requestedSchema } };
  return { resultType: 'input_required', inputRequests: { [key]: question }, requestState };
};

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
  order: (_, { inputResponses, requestState }) => {
    const answers = JSON.parse(inputResponses);
    const given = (key) => (answers[key]?.action === 'accept' ? answers[key].content[key] : undefined);
    const drink = given('drink');
    if (drink) return ask('sure', `Order ${drink}?`, { type: 'boolean' }, drink);
    if (given('sure')) return text(`Ordered ${requestState}.`);
    if (Object.keys(answers).length > 0) return text('Ordered nothing.');
    return ask('drink', 'What would you like?', { type: 'string', enum: ['coffee', 'tea'] });
  },
};

// Reports what it does, then yields the result.
async function* brew() {
  yield { tag: 'log', val: { level: 'info', text: 'The water is cold.' } };
  const steps = ['grind', 'boil', 'pour'];
  for (const [at, message] of steps.entries()) {
    yield { tag: 'progress', val: { progress: at + 1, total: steps.length, message } };
  }
  yield { tag: 'result', val: JSON.stringify(text('Coffee.')) };
}

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
    if (call.name === 'brew') return { tag: 'messages', val: brew() };
    let result;
    try {
      result = run[call.name](JSON.parse(call.arguments), call);
    } catch (error) {
      throw { tag: 'failed', val: error.message };
    }
    return { tag: 'result', val: { tag: 'whole', val: JSON.stringify(result) } };
  },
};
