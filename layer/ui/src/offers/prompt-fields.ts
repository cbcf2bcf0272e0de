import { type PlainObject, isObject } from "../json/plain";

/** A field of a prompt or a template. */
export interface OfferField {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly isRequired: boolean;
  /** Set if the value can be a list, with one item on each line. */
  readonly isList?: boolean;
}

/** The arguments that a prompt declares. */
export function promptFields({ arguments: declared }: PlainObject): OfferField[] {
  const list: unknown[] = Array.isArray(declared) ? declared : [];
  return list
    .filter(isObject)
    .flatMap(({ name, title, description, required }) =>
      typeof name === "string"
        ? [{ name, title: textOf(title), description: textOf(description), isRequired: required === true }]
        : [],
    );
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
