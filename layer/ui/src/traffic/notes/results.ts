// Rules on results: their weight, and errors that are not marked.

import { isTrue, itemsOf, textAt, valueOf } from "../../json/node";
import { formatNumber, formatSize } from "../../text/units";
import { resultOf } from "../message";
import { NOTHING, type Observation, type Rule, finding, isResultOf } from "./rule";

// Larger results fill a good part of a model's context.
const HEAVY_BYTES = 20_000;
const BYTES_PER_TOKEN = 4;
// Results that hosts give to the model.
const FOR_MODELS = ["tools/call", "tools/list", "resources/read", "prompts/get"];
const ERROR_TEXT =
  /^\s*(?:\W{0,3}(?:internal |unexpected |fatal |runtime )?(?:error|exception)\b|traceback \(most recent call last\)|(?:fatal|panic)\b|failed to \w|unhandled \w|\{\s*"error"\s*:)/i;

export function heavyResult(threshold = HEAVY_BYTES): Rule {
  return {
    name: "heavy-result",
    check: (observation) => {
      const { bytes } = observation.record;
      if (bytes <= threshold || !FOR_MODELS.some((method) => isResultOf(observation, method))) return NOTHING;
      const tokens = formatNumber(Math.round(bytes / BYTES_PER_TOKEN));
      return finding("info", `The result has ${formatSize(bytes)}, about ${tokens} tokens of a model's context.`);
    },
  };
}

export const UNMARKED_ERROR: Rule = {
  name: "unmarked-error",
  check: (observation: Observation) => {
    if (!isResultOf(observation, "tools/call")) return NOTHING;
    const result = resultOf(observation.record);
    const [first, ...others] = itemsOf(valueOf(result, "content"));
    if (isTrue(valueOf(result, "isError")) || others.length > 0 || !ERROR_TEXT.test(textAt(first, "text") ?? ""))
      return NOTHING;
    return finding("warning", 'The text seems to be an error, but "isError" is not set.', "/result/content/0/text");
  },
};
