/** The error codes of JSON-RPC and MCP that apps receive. */
export const REFUSED = -32000;
export const NOT_FOUND = -32002;
export const INVALID_REQUEST = -32600;
export const UNKNOWN_METHOD = -32601;
export const BAD_PARAMETERS = -32602;
export const INTERNAL = -32603;

/** An error that an app receives as the response to its request. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}
