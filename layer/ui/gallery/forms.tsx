// Forms for arguments, and cards of questions.

import type { VNode } from "preact";
import { ArgumentForm } from "../src/form/argument-form";
import { Draft } from "../src/form/draft";
import { FormView } from "../src/form/form-view";
import { prefill } from "../src/form/initial-values";
import { JsonColumn } from "../src/form/json-column";
import { nodeOf } from "../src/json/read";
import type { Violation } from "../src/protocol/violations";
import { questionCard } from "../src/questions/kinds";
import { QuestionView } from "../src/questions/view";
import type { Shelf } from "./states";

const SCHEMA = {
  type: "object",
  required: ["city", "count"],
  properties: {
    city: { type: "string", description: "The city to look up.", examples: ["Oslo", "Bern"] },
    count: { type: "integer", minimum: 1, maximum: 9 },
    unit: { enum: ["c", "f"] },
    exact: { type: "boolean" },
    at: { type: "string", format: "date-time" },
    tags: { type: "array", items: { type: "string" } },
    place: {
      oneOf: [
        { type: "string", title: "By name" },
        { type: "object", title: "By point", properties: { x: { type: "number" } } },
      ],
    },
    free: {},
  },
};

function form(text?: string, violations: readonly Violation[] = []): VNode {
  const schema = nodeOf(SCHEMA);
  const made = new ArgumentForm(new Draft(text ?? prefill(schema)), schema);
  made.showViolations(violations);
  return <FormView form={made} label={`Form of ${text ?? "a new call"}`} />;
}

function json(text: string): VNode {
  return <JsonColumn draft={new Draft(text)} initial="{}" />;
}

function question(method: string, params: object): VNode {
  const card = questionCard({ method, params: nodeOf(params), server: "Weather" }, () => undefined);
  return <QuestionView card={card} />;
}

const requestedSchema = {
  type: "object",
  required: ["name"],
  properties: {
    name: { type: "string", title: "Full name" },
    express: { type: "boolean" },
    size: { enum: ["s", "l"] },
  },
};

export const FORMS: readonly Shelf[] = [
  {
    room: "form",
    states: [
      { name: "A new form", draw: () => form() },
      {
        name: "Values with problems",
        draw: () =>
          form('{"city":"","count":99,"tags":["a","b"]}', [
            { path: "/count", message: "99 is greater than the maximum of 9", keyword: "maximum" },
          ]),
      },
      { name: "JSON that cannot be read", draw: () => json('{"city": ') },
      { name: "JSON", draw: () => json('{"city": "Oslo", "count": 3}') },
    ],
  },
  {
    room: "questions",
    states: [
      { name: "A form", draw: () => question("elicitation/create", { message: "Who gets it?", requestedSchema }) },
      {
        name: "An address",
        draw: () =>
          question("elicitation/create", {
            mode: "url",
            message: "Sign in.",
            url: "https://example.com/in",
            elicitationId: "1",
          }),
      },
      {
        name: "A message for a model",
        draw: () =>
          question("sampling/createMessage", {
            messages: [{ role: "user", content: { type: "text", text: "What is this?" } }],
            maxTokens: 50,
          }),
      },
      { name: "Roots", draw: () => question("roots/list", {}) },
      { name: "A method that the page does not have", draw: () => question("custom/ask", { beam: 7 }) },
    ],
  },
];
