// The messages of a sampling request.

import type { VNode } from "preact";
import { Name } from "../dom/name";
import { Paged } from "../dom/paged";
import { type JsonNode, isTrue, itemsOf, stringOf, textAt, valueOf } from "../json/node";
import { ContentItem } from "../results/content";
import { SMALL_TEXT } from "../viewer/text-viewer";
import { JsonView } from "./json-view";
import { Message } from "./message";

// The depth of results of tools within others. Deeper ones are shown as JSON.
const DEEPEST_RESULT = 3;

/** The conversation that a model is to continue. */
export function Turns({ messages }: { readonly messages: readonly JsonNode[] }): VNode {
  return (
    <div>
      <h4>Messages</h4>
      <Paged
        count={messages.length}
        subject={messages}
        row={(index) => <Turn message={messages[index]!} number={index + 1} />}
        size={50}
      >
        {(turns) => (
          <ol class="question-turns" aria-label="Messages">
            {turns}
          </ol>
        )}
      </Paged>
    </div>
  );
}

function Turn({ message, number }: { readonly message: JsonNode; readonly number: number }): VNode {
  const role = textAt(message, "role") ?? "unknown role";
  return (
    <li class={role === "assistant" ? "assistant" : undefined}>
      <strong>
        <Name text={role} limit={40} />
      </strong>
      <Blocks content={valueOf(message, "content") ?? message} position={String(number)} depth={0} />
    </li>
  );
}

interface BlocksProps {
  /** One block, or a list of blocks. */
  readonly content: JsonNode;
  readonly position: string;
  readonly depth: number;
}

function Blocks({ content, position, depth }: BlocksProps): VNode {
  const blocks = content.type === "array" ? itemsOf(content) : [content];
  const row = (index: number) => {
    const place = blocks.length > 1 ? `${position}.${index + 1}` : position;
    return <Block node={blocks[index]!} position={place} depth={depth} />;
  };
  return (
    <div>
      <Paged count={blocks.length} subject={blocks} row={row} size={20}>
        {(rows) => <ul class="items">{rows}</ul>}
      </Paged>
    </div>
  );
}

interface BlockProps {
  readonly node: JsonNode;
  readonly position: string;
  readonly depth: number;
}

function Block({ node, position, depth }: BlockProps): VNode {
  const text = valueOf(node, "text");
  switch (textAt(node, "type")) {
    case "text":
      if (text?.type !== "string" || text.end - text.start > SMALL_TEXT) break;
      return (
        <li>
          <Message text={stringOf(text) ?? ""} label={`Message ${position}`} />
        </li>
      );
    case "tool_use":
      return <ToolUse node={node} position={position} />;
    case "tool_result":
      return <ToolResult node={node} position={position} depth={depth} />;
  }
  return <ContentItem item={node} position={position} />;
}

function ToolUse({ node, position }: { readonly node: JsonNode; readonly position: string }): VNode {
  const input = valueOf(node, "input");
  return (
    <li class="item">
      <p class="hint">
        {"Calls the tool "}
        <code>
          <Name text={textAt(node, "name") ?? ""} />
        </code>{" "}
        <Id text={textAt(node, "id")} />
      </p>
      {input && <JsonView json={input} label={`Input of the call in message ${position}`} />}
    </li>
  );
}

function ToolResult({ node, position, depth }: BlockProps): VNode {
  const content = valueOf(node, "content");
  const structured = valueOf(node, "structuredContent");
  return (
    <li class="item">
      <p class="hint">
        {isTrue(valueOf(node, "isError")) ? (
          <strong class="failed">Failed result of a tool </strong>
        ) : (
          "Result of a tool "
        )}
        <Id text={textAt(node, "toolUseId")} />
      </p>
      {content && depth < DEEPEST_RESULT ? (
        <Blocks content={content} position={position} depth={depth + 1} />
      ) : (
        <JsonView json={node} label={`Result in message ${position}`} />
      )}
      {structured && <JsonView json={structured} label={`Structured result in message ${position}`} />}
    </li>
  );
}

function Id({ text }: { readonly text: string | undefined }): VNode {
  return (
    <code class="type">
      <Name text={text ?? ""} limit={100} />
    </code>
  );
}
