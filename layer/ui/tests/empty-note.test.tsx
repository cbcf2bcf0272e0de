// The reasons why the panel of the traffic is empty.
import assert from "node:assert/strict";
import { test } from "node:test";
import { draw } from "./dom";
import { hasRecorder } from "../src/traffic-feed/feed";
import { EmptyNote } from "../src/traffic-panel/empty-note";
import { TrafficModel } from "../src/traffic-panel/model";

test("traffic that nothing records is told apart from an agent that has not connected", () => {
  const model = new TrafficModel();
  hasRecorder.value = true;
  assert.match(draw(<EmptyNote model={model} />).textContent, /No agent has connected yet/);
  hasRecorder.value = false;
  assert.match(draw(<EmptyNote model={model} />).textContent, /Nothing records this traffic.*McpUiLayer::traffic/);
});
