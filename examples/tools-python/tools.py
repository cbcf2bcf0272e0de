"""Three tools as a component, to be served by the explorer."""

import json

from componentize_py_types import Err
from wit_world import exports
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
]


def text(text):
    return {"content": [{"type": "text", "text": text}]}


def greet(arguments):
    return text(f"Hello, {arguments['name']}!")


def add(arguments):
    total = sum(arguments["numbers"])
    return text(str(total)) | {"structuredContent": {"sum": total}}


def vault(_):
    return text("Nothing but dust.")


RUN = {"greet": greet, "add": add, "vault": vault}


def has_key(context):
    """Shows how a handler can inspect the request and deny a call."""
    return ("x-vault-key", b"sesame") in [(name, bytes(value)) for name, value in context.headers]


class ToolsProvider(exports.ToolsProvider):
    async def list_tools(self, context):
        return types.Document_Whole(json.dumps(TOOLS))


class ToolHandler(exports.ToolHandler):
    async def call_tool(self, call, context):
        if call.name == "vault" and not has_key(context):
            raise Err(tool_handler.CallFailure_Denied("the request lacks the vault's key"))
        try:
            result = RUN[call.name](json.loads(call.arguments))
        except Exception as error:
            raise Err(tool_handler.CallFailure_Failed(f"{type(error).__name__}: {error}")) from error
        return types.Document_Whole(json.dumps(result))
