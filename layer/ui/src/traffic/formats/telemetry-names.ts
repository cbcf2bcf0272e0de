// Names of OpenTelemetry's semantic conventions for MCP. Their status is "development", so they may change.

export const METHOD = "mcp.method.name";
export const TOOL = "gen_ai.tool.name";
export const OPERATION = "gen_ai.operation.name";
export const EXECUTE_TOOL = "execute_tool";
export const PROMPT = "gen_ai.prompt.name";
export const ARGUMENTS = "gen_ai.tool.call.arguments";
export const RESULT = "gen_ai.tool.call.result";
export const REQUEST_ID = "jsonrpc.request.id";
export const PROTOCOL_VERSION = "mcp.protocol.version";
export const SESSION = "mcp.session.id";
export const RESOURCE = "mcp.resource.uri";
export const ERROR_TYPE = "error.type";
export const TOOL_ERROR = "tool_error";
export const STATUS_CODE = "rpc.response.status_code";
export const TRANSPORT = "network.transport";
export const PIPE = "pipe";
export const TCP = "tcp";
export const SERVICE = "service.name";

/**
 * Names of this project: the client, the target of a method without a convention, and the events with the records of an
 * operation, for the way back.
 */
export const TARGET = "mcp_ui.target";
export const CLIENT = "mcp_ui.client.name";
export const RECORD_EVENT = "mcp_ui.record";
export const RECORD = "mcp_ui.record.json";
export const RECORD_ORDER = "mcp_ui.record.order";
