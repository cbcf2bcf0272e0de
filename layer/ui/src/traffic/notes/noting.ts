// Notes on records, by all rules.

import type { Note } from "../operation";
import type { Placement } from "../operations/placement";
import { Definitions } from "./definitions";
import { HEADER_MISMATCH, HEADER_MISSING, REVISION_MISSING } from "./headers";
import { DEFINITION_CHANGED, OUTPUT_MISFIT, learnTools } from "./listed-tools";
import { UNMARKED_ERROR, heavyResult } from "./results";
import type { Observation, Rule } from "./rule";
import {
  LATE_ANSWER,
  PROGRESS_NOT_RISING,
  REQUEST_STATE,
  SECOND_ANSWER,
  STRAY_ANSWER,
  UNKNOWN_TOKEN,
} from "./sequence";
import { TEXT_ON_STDOUT } from "./stdout";

const RULES: readonly Rule[] = [
  HEADER_MISMATCH,
  HEADER_MISSING,
  REVISION_MISSING,
  REQUEST_STATE,
  STRAY_ANSWER,
  SECOND_ANSWER,
  LATE_ANSWER,
  UNKNOWN_TOKEN,
  PROGRESS_NOT_RISING,
  heavyResult(),
  UNMARKED_ERROR,
  DEFINITION_CHANGED,
  OUTPUT_MISFIT,
  TEXT_ON_STDOUT,
];

export class Noting {
  readonly #definitions = new Definitions();

  constructor(private readonly rules = RULES) {}

  notesOn(placement: Placement, isComplete: boolean): readonly Note[] {
    const { record, operation } = placement;
    const observation: Observation = { placement, record, operation, definitions: this.#definitions, isComplete };
    const notes = this.rules.flatMap(({ name, check }) =>
      check(observation).map((found) => ({ ...found, rule: name, record })),
    );
    learnTools(observation);
    return notes;
  }
}
