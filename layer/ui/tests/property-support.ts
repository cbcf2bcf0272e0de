// The number of runs of properties, and JSON texts for them.
import fc from "fast-check";

/** The environment may ask for more runs than those of the tests. */
export function runs(count = 100): { readonly numRuns: number } {
  return { numRuns: Math.max(count, Number(process.env["FC_NUM_RUNS"] ?? 0)) };
}

/** Names that objects of JavaScript have by themselves, and names that have to be escaped. */
export const names = fc.constantFrom(
  ..."a|b|__proto__|constructor|hasOwnProperty|toString|length|0|01|-1|a/b|~1|~0|é|\u2028|\ud800|\u202e".split("|"),
  "",
  "a\nb",
  'say "\\"',
);

const NUMBERS = ["0", "-0", "1.0", "-1E+2", "1e400", "12345678901234567890.10", "0.1e-7"];
const STRINGS = ['""', '"\\ud800"', '"\\u0041\\/"', '"\u2028"', '"\ud800"', '"{,}[]:"', '"\\\\"'];
const scalars = fc.oneof(
  fc.constantFrom(...NUMBERS, ...STRINGS, "true", "false", "null"),
  fc.string({ unit: "binary" }).map((text) => JSON.stringify(text)),
);
const spaces = fc.constantFrom("", "", "", " ", "\n", "\r\n\t", "\n    ");
const keys = fc.oneof(
  names.map((name) => JSON.stringify(name)),
  fc.constantFrom('"\\u0061"', '"\\ud800"'),
);

function spaced(open: string, parts: readonly string[], space: string, close: string): string {
  return `${open}${space}${parts.join(`${space},${space}`)}${parts.length > 0 ? space : ""}${close}`;
}

const { values, objects } = fc.letrec<{ values: string; objects: string }>((tie) => ({
  values: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalars,
    fc.tuple(fc.array(tie("values"), { maxLength: 4 }), spaces).map(([items, space]) => spaced("[", items, space, "]")),
    tie("objects"),
  ),
  objects: fc.tuple(fc.array(fc.tuple(keys, spaces, tie("values")), { maxLength: 5 }), spaces).map(([members, space]) =>
    spaced(
      "{",
      members.map(([key, gap, value]) => `${key}${gap}:${gap}${value}`),
      space,
      "}",
    ),
  ),
}));

/** Texts of any JSON, with repeated keys, large numbers, lone surrogates and any white space. */
export const jsonTexts = values;

/** Such texts of objects. */
export const objectTexts = objects;
