//! Any schema and any arguments: an affordable validation visits no more subschemas than its bound says.
#![no_main]

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use serde_json::{Map, Value, json};
use tower_mcp_ui::fuzzing::excess;

#[derive(Arbitrary, Debug)]
struct Input {
    root: Schema,
    definitions: Vec<Schema>,
    arguments: Node,
}

#[derive(Arbitrary, Debug)]
enum Schema {
    Boolean(bool),
    Type(u8),
    Const(Node),
    Required(u8),
    Reference(u8),
    Root,
    /// Keywords side by side.
    All(Vec<Keyword>),
}

#[derive(Arbitrary, Debug)]
enum Keyword {
    List(u8, Vec<Schema>),
    One(u8, Box<Schema>),
    Named(u8, Vec<(u8, Schema)>),
    Number(u8, u8),
    Reference(u8),
    Unique(bool),
}

/// Arguments.
#[derive(Arbitrary, Debug)]
enum Node {
    Null,
    Number(i8),
    Text(u8),
    List(Vec<Node>),
    Object(Vec<(u8, Node)>),
}

const DEPTH: usize = 12;
const NAMES: [&str; 4] = ["a", "b", "c", "ab"];
const TYPES: [&str; 7] = ["object", "array", "string", "integer", "number", "boolean", "null"];
const LISTS: [&str; 4] = ["allOf", "anyOf", "oneOf", "prefixItems"];
const SINGLE: [&str; 12] = [
    "not",
    "if",
    "then",
    "else",
    "items",
    "contains",
    "additionalProperties",
    "propertyNames",
    "unevaluatedProperties",
    "unevaluatedItems",
    "additionalItems",
    "contentSchema",
];
const NAMED: [&str; 3] = ["properties", "patternProperties", "dependentSchemas"];
const NUMBERS: [&str; 8] =
    ["minItems", "maxItems", "minContains", "maxContains", "minProperties", "maxProperties", "minLength", "minimum"];

fn of<'w>(words: &[&'w str], at: u8) -> &'w str {
    words[usize::from(at) % words.len()]
}

fn reference(at: u8, count: usize) -> String {
    format!("#/$defs/d{}", usize::from(at) % count.max(1))
}

impl Schema {
    fn json(&self, count: usize, depth: usize) -> Value {
        if depth > DEPTH {
            return Value::Bool(true);
        }
        match self {
            Self::Boolean(boolean) => json!(boolean),
            Self::Type(at) => json!({ "type": of(&TYPES, *at) }),
            Self::Const(node) => json!({ "const": node.json(depth + 1) }),
            Self::Required(at) => json!({ "required": [of(&NAMES, *at)] }),
            Self::Reference(at) => json!({ "$ref": reference(*at, count) }),
            Self::Root => json!({ "$ref": "#" }),
            Self::All(keywords) => {
                let members = keywords.iter().map(|keyword| keyword.json(count, depth + 1));
                members.collect::<Map<_, _>>().into()
            }
        }
    }
}

impl Keyword {
    fn json(&self, count: usize, depth: usize) -> (String, Value) {
        let (name, value) = match self {
            Self::List(at, schemas) => {
                (of(&LISTS, *at), schemas.iter().map(|schema| schema.json(count, depth)).collect())
            }
            Self::One(at, schema) => (of(&SINGLE, *at), schema.json(count, depth)),
            Self::Named(at, schemas) => {
                let named =
                    schemas.iter().map(|(name, schema)| (of(&NAMES, *name).to_owned(), schema.json(count, depth)));
                (of(&NAMED, *at), named.collect::<Map<_, _>>().into())
            }
            Self::Number(at, number) => (of(&NUMBERS, *at), (number % 8).into()),
            Self::Reference(at) => ("$ref", reference(*at, count).into()),
            Self::Unique(unique) => ("uniqueItems", (*unique).into()),
        };
        (name.to_owned(), value)
    }
}

impl Node {
    fn json(&self, depth: usize) -> Value {
        if depth > 3 * DEPTH {
            return Value::Null;
        }
        match self {
            Self::Null => Value::Null,
            Self::Number(number) => (*number).into(),
            Self::Text(at) => of(&NAMES, *at).into(),
            Self::List(items) => items.iter().map(|item| item.json(depth + 1)).collect(),
            Self::Object(members) => {
                let members = members.iter().map(|(name, node)| (of(&NAMES, *name).to_owned(), node.json(depth + 1)));
                members.collect::<Map<_, _>>().into()
            }
        }
    }
}

fuzz_target!(|input: Input| {
    let count = input.definitions.len();
    let definitions = input.definitions.iter().enumerate();
    let definitions: Map<_, _> = definitions.map(|(at, schema)| (format!("d{at}"), schema.json(count, 0))).collect();
    let schema = json!({ "allOf": [input.root.json(count, 0)], "$defs": definitions });
    if let Some(excess) = excess(&schema, &input.arguments.json(0)) {
        panic!("{excess}");
    }
});
