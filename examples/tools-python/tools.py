"""Tools as a component, to be served by the explorer."""

import json

from componentize_py_async_support import spawn
from componentize_py_types import Err
from wit_world import exports, tool_handler_message_stream
from wit_world.exports import tool_handler, types

TOOLS = [
    {
        "name": "greet",
        "description": "Greets somebody by name",
        "inputSchema": {
            "type": "object",
            "properties": {"name": {"type": "string", "default": "world"}},
            "required": ["name"],
        },
        "annotations": {"readOnlyHint": True},
    },
    {
        "name": "add",
        "description": "Adds numbers",
        "inputSchema": {
            "type": "object",
            "properties": {"numbers": {"type": "array", "items": {"type": "number"}, "default": [1, 2, 3]}},
            "required": ["numbers"],
        },
        "outputSchema": {"type": "object", "properties": {"sum": {"type": "number"}}},
    },
    {
        "name": "vault",
        "description": "Opens for callers whose request has the header x-vault-key",
        "inputSchema": {"type": "object"},
    },
    {
        "name": "order",
        "description": "Asks what to order, and whether to order it",
        "inputSchema": {"type": "object"},
    },
    {
        "name": "brew",
        "description": "Reports its progress",
        "inputSchema": {"type": "object"},
    },
]


def text(text):
    return {"content": [{"type": "text", "text": text}]}


def ask(key, message, answer, state=None):
    """Asks for input: the call is repeated with the answer under this key, and with the state."""
    schema = {"type": "object", "properties": {key: answer}, "required": [key]}
    question = {"method": "elicitation/create", "params": {"message": message, "requestedSchema": schema}}
    result = {"resultType": "input_required", "inputRequests": {key: question}}
    return result if state is None else result | {"requestState": state}


def greet(arguments, _):
    return text(f"Hello, {arguments['name']}!")


def add(arguments, _):
    total = sum(arguments["numbers"])
    return text(str(total)) | {"structuredContent": {"sum": total}}


def vault(*_):
    return text("Nothing but dust.")


def order(_, call):
    answers = json.loads(call.input_responses)
    given = {key: answer["content"][key] for key, answer in answers.items() if answer["action"] == "accept"}
    if "drink" in given:
        drink = given["drink"]
        return ask("sure", f"Order {drink}?", {"type": "boolean"}, state=drink)
    if given.get("sure"):
        return text(f"Ordered {call.request_state}.")
    if answers:
        return text("Ordered nothing.")
    return ask("drink", "What would you like?", {"type": "string", "enum": ["coffee", "tea"]})


RUN = {"greet": greet, "add": add, "vault": vault, "order": order}


async def brew(messages):
    """Reports what it does, then writes the result."""
    steps = ["grind", "boil", "pour"]
    with messages:
        begins = tool_handler.LogLine(tool_handler.LogLevel.INFO, "The water is cold.")
        await messages.write_all([tool_handler.Message_Log(begins)])
        for at, step in enumerate(steps, 1):
            report = tool_handler.Progress(at, len(steps), step)
            await messages.write_all([tool_handler.Message_Progress(report)])
        await messages.write_all([tool_handler.Message_Result(json.dumps(text("Coffee.")))])


def has_key(context):
    """Shows how a handler can inspect the request and deny a call."""
    return ("x-vault-key", b"sesame") in [(name, bytes(value)) for name, value in context.headers]


class ToolsProvider(exports.ToolsProvider):
    async def list_tools(self, context):
        return types.Document_Whole(json.dumps(TOOLS))


class ToolHandler(exports.ToolHandler):
    async def call_tool(self, call, context):
        if call.name == "vault" and not has_key(context):
            raise Err(types.CallFailure_Denied("the request lacks the vault's key"))
        if call.name == "brew":
            writer, messages = tool_handler_message_stream()
            spawn(brew(writer))
            return tool_handler.Outcome_Messages(messages)
        try:
            result = RUN[call.name](json.loads(call.arguments), call)
        except Exception as error:
            raise Err(types.CallFailure_Failed(f"{type(error).__name__}: {error}")) from error
        return tool_handler.Outcome_Result(types.Document_Whole(json.dumps(result)))
