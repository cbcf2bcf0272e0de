// URI templates (RFC 6570), as resource templates have them.

import { parseTemplate } from "url-template";
import { printable } from "../text/printable";

// Maximum number of characters in a template. A longer one cannot be filled in.
const LONGEST_TEMPLATE = 10000;
// The variables of a template. A template with more cannot be filled in.
const MOST_VARIABLES = 100;

export interface TemplateVariable {
  readonly name: string;
  /** Set if the value can be a list (RFC 6570, section 2.4.2). */
  readonly isList: boolean;
}

const NAME = /^(?:[\w.]|%[0-9A-Fa-f]{2})+$/;

/** Returns the variables in their order. Throws the reason why a template cannot be expanded. */
export function variablesOf(template: string): TemplateVariable[] {
  if (template.length > LONGEST_TEMPLATE) throw new Error("The template is too long to be filled in.");
  if (/[{}]/.test(template.replace(/\{[^{}]*\}/g, "")))
    throw new Error("The template has a brace without its counterpart.");
  const variables = new Map<string, TemplateVariable>();
  for (const [whole, operator = "", list = ""] of template.matchAll(/\{([^\w%]?)([^{}]*)\}/g)) {
    if (!"+#./;?&".includes(operator))
      throw new Error(`The template has the unknown operator in ${printable(whole, 60)}.`);
    for (const part of list.split(",")) {
      const [, name = "", modifier] = /^(.*?)(\*|:[1-9]\d{0,3})?$/.exec(part) ?? [];
      if (!NAME.test(name)) throw new Error(`${printable(whole, 60)} is not an expression of a URI template.`);
      variables.set(name, { name, isList: modifier === "*" || variables.get(name)?.isList === true });
    }
  }
  if (variables.size > MOST_VARIABLES) throw new Error("The template has too many variables to be filled in.");
  return [...variables.values()];
}

/** Expands a template. Variables whose value is missing or empty are left out. */
export function expand(template: string, values: Readonly<Record<string, string>>): string {
  const context: Record<string, string | string[]> = {};
  for (const { name, isList } of variablesOf(template)) {
    const text = values[name]?.toWellFormed() ?? "";
    const lines = text.split("\n").filter(Boolean);
    if (text) context[name] = isList && lines.length > 1 ? lines : text;
  }
  return parseTemplate(template).expand(context);
}
