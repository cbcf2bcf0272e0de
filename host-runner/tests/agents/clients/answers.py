"""What an agent with the Python SDK, 1.x or 2.x, answers to the server's questions."""

from mcp.types import CreateMessageResult, ElicitResult, ListRootsResult, Root, TextContent


async def elicit(context, params):
    return ElicitResult(action="accept", content={"name": "Ada"})


async def sample(context, params):
    return CreateMessageResult(role="assistant", content=TextContent(type="text", text="sampled"), model="none")


async def list_roots(context):
    return ListRootsResult(roots=[Root(uri="file:///work")])


CALLBACKS = {"elicitation_callback": elicit, "sampling_callback": sample, "list_roots_callback": list_roots}
