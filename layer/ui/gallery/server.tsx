// The server: its home, its tools and other offers.

import { NoteView } from "../src/clients/note";
import { Card } from "../src/clients/report-card";
import { Connect } from "../src/home/connect";
import { FactList } from "../src/home/facts";
import { HomeHead } from "../src/home/head";
import { InstructionsView } from "../src/home/instructions";
import { LastCalls } from "../src/home/last-calls";
import { PulseBars } from "../src/home/pulse";
import { Suggestions } from "../src/home/suggestions";
import { OfferForm } from "../src/offers/form";
import { OfferFormView } from "../src/offers/form-view";
import { OfferHead } from "../src/offers/head";
import { HttpError } from "../src/protocol/requests";
import { readServer, server } from "../src/protocol/server";
import { FailureNote } from "../src/tools/failure-note";
import { HintList } from "../src/tools/hint-list";
import { LeftOut } from "../src/tools/left-out";
import { outcome } from "./results";
import type { Shelf } from "./states";

server.value = readServer({
  serverInfo: {
    name: "weather",
    title: "Weather",
    version: "1.2",
    description: "Forecasts.",
    websiteUrl: "https://example.com",
  },
  protocolVersion: "2025-11-25",
  supportedVersions: ["2025-11-25", "2025-06-18"],
  capabilities: { tools: { listChanged: true }, resources: {}, experimental: { own: { depth: 2 } } },
});

const ignore = () => undefined;
const call = { ...outcome({ content: [] }), tool: "weather/today", arguments: '{"city":"Oslo"}' };
const prompt = new OfferForm(
  [
    { name: "topic", title: "Topic", description: "The subject of the text.", isRequired: true },
    { name: "words", isRequired: false, isList: true },
  ],
  { type: "ref/prompt", name: "write" },
  ignore,
);

const FINDINGS = [
  {
    code: "root-union",
    severity: "error",
    message: "Claude refuses these keywords at the root of the input schema:",
    names: ["anyOf"],
    source: { title: "Claude Code's tracker", url: "https://github.com/anthropics/claude-code/issues/40075" },
  },
] as const;

const REPORT = {
  listing: 1,
  tools: 12,
  isCut: false,
  characters: 5200,
  findings: FINDINGS.map((finding) => ({ ...finding, tools: ["search", "a very long name of a tool"] })),
  broken: ["weather/today"],
};

export const SERVER: readonly Shelf[] = [
  {
    room: "home",
    states: [
      { name: "The head", draw: () => <HomeHead /> },
      { name: "Facts", draw: () => <FactList /> },
      { name: "Instructions", draw: () => <InstructionsView text={"Use **today** first.\n\n".repeat(40)} /> },
      { name: "The last calls", draw: () => <LastCalls calls={[call]} onOpen={ignore} /> },
      {
        name: "Tools to try",
        draw: () => (
          <Suggestions
            tools={[
              {
                name: "weather/forecast",
                description: "Forecasts the weather of a city.",
                _meta: { ui: { resourceUri: "ui://a" } },
              },
              { name: "add", title: "Addition" },
            ]}
          />
        ),
      },
      {
        name: "Clients",
        draw: () => (
          <Connect endpoint={{ url: "http://127.0.0.1:8080/mcp", headers: [], protocolVersion: "2025-11-25" }} />
        ),
      },
      {
        name: "Agents",
        draw: () => (
          <PulseBars
            pulse={{
              bars: Array.from({ length: 30 }, (_, index) => (index * 7) % 5),
              calls: 58,
              agents: ["claude-code 2.0", "agent"],
            }}
          />
        ),
      },
      {
        name: "No agents",
        draw: () => <PulseBars pulse={{ bars: new Array<number>(30).fill(0), calls: 0, agents: [] }} />,
      },
    ],
  },
  {
    room: "tools",
    states: [
      {
        name: "Hints",
        draw: () => <HintList tool={{ annotations: { destructiveHint: true, idempotentHint: true } }} />,
      },
      { name: "A failure", draw: () => <FailureNote problem={new Error("The server failed.")} retry={ignore} /> },
      {
        name: "Sign-in",
        draw: () => <FailureNote problem={new HttpError("A token is needed.", 401)} retry={ignore} />,
      },
      {
        name: "Tools that were left out",
        draw: () => <LeftOut tools={[{ name: "old", reason: "No input schema" }]} />,
      },
    ],
  },
  {
    room: "clients",
    states: [
      { name: "Hints on other clients", draw: () => <NoteView tool={{ name: "a b" }} known={FINDINGS} /> },
      {
        name: "Before the report card",
        draw: () => (
          <Card state={{ kind: "failed", reason: "The server is away." }} listing={1} server="Weather" start={ignore} />
        ),
      },
      {
        name: "The report card",
        draw: () => <Card state={{ kind: "known", report: REPORT }} listing={1} server="Weather" start={ignore} />,
      },
    ],
  },
  {
    room: "offers",
    states: [
      {
        name: "The head of a resource",
        draw: () => (
          <OfferHead
            offer={{
              kind: "resource",
              id: "file:///notes.md",
              definition: {
                uri: "file:///notes.md",
                name: "notes",
                title: "Notes",
                mimeType: "text/markdown",
                size: 1234,
              },
            }}
            link={() => ""}
          />
        ),
      },
      { name: "The form of a prompt", draw: () => <OfferFormView form={prompt} /> },
    ],
  },
];
