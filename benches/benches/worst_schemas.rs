//! The longest validations that the limits permit: hostile schemas, with the arguments that take longest to validate.
//!
//! Prints three results for each schema: the time for the first validation (which compiles the schema), the longest
//! time for a later one, and the first error in the arguments.

use std::time::{Duration, Instant};

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::{BodyExt, Full};
use serde_json::{Map, Value, json};
use tower::{Service, ServiceExt, service_fn};
use tower_mcp_ui::service::RequestBody;
use tower_mcp_ui::tools::{Arguments, ToolList};
use tower_mcp_ui::{McpUiConfig, McpUiLayer, Tool};

const RUNS: usize = 3;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    println!("{:34} {:>10} {:>10}   result", "schema", "first", "later");
    for (name, schema, arguments) in samples() {
        let (first, later, verdict) = measure(schema, arguments.to_string()).await;
        let result = match verdict["errors"][0]["message"].as_str() {
            Some(message) => message.chars().take(100).collect(),
            None => "valid".to_owned(),
        };
        println!("{name:34} {first:>10.1?} {later:>10.1?}   {result}");
    }
}

async fn measure(schema: Value, arguments: String) -> (Duration, Duration, Value) {
    let tools = ToolList::new([Tool::new("t", "").input_schema(schema)]).expect("one tool");
    let handler = |_: String, _: Arguments| async { "" };
    let inner = service_fn(async |_: Request<RequestBody<Full<Bytes>>>| {
        Ok::<_, std::convert::Infallible>(Response::new(Full::<Bytes>::default()))
    });
    let layer = McpUiLayer::new(McpUiConfig::new()).tools_with(tools, handler);
    let mut service = tower::Layer::layer(&layer, inner);
    let mut times = Vec::new();
    let mut verdict = Value::Null;
    for _ in 0..=RUNS {
        let body = Full::new(Bytes::from(arguments.clone()));
        let request =
            Request::post("/explorer/tools/t/validate").header("host", "localhost").body(body).expect("a request");
        let start = Instant::now();
        let response = service.ready().await.expect("ready").call(request).await.expect("a response");
        times.push(start.elapsed());
        let body = response.into_body().collect().await.expect("a body").to_bytes();
        verdict = serde_json::from_slice(&body).expect("JSON");
    }
    (times[0], times[1..].iter().copied().max().expect("later runs"), verdict)
}

fn samples() -> Vec<(&'static str, Value, Value)> {
    let branch =
        |op: &str| json!({ "properties": { "op": { "const": op }, "args": { "items": { "$ref": "#/$defs/f" } } } });
    let filters = |kind: &str| json!({ "$ref": "#/$defs/f", "$defs": { "f": { kind: [branch("and"), branch("or"), branch("not")] } } });
    let open_branch = || json!({ "properties": { "args": { "items": { "$ref": "#/$defs/f" } } }, "required": ["z"] });
    let open =
        json!({ "$ref": "#/$defs/f", "$defs": { "f": { "anyOf": [open_branch(), open_branch(), open_branch()] } } });
    let unevaluated = json!({ "$ref": "#/$defs/f", "$defs": { "f": { "unevaluatedProperties": false, "anyOf": [open_branch(), open_branch(), { "properties": { "args": true } }] } } });
    let nested = |depth, leaf: Value| (0..depth).fold(leaf, |inner, _| json!({ "op": "or", "args": [inner] }));
    let bushy =
        |depth| (0..depth).fold(json!({ "op": "or" }), |inner, _| json!({ "op": "or", "args": [inner, inner] }));
    let names = |count| (0..count).map(|at| format!("n{at}")).collect::<Vec<_>>();
    let chain = |count: usize, link: &dyn Fn(Value) -> Value| {
        let mut links: Map<_, _> =
            (0..count).map(|at| (format!("a{at}"), link(json!({ "$ref": format!("#/$defs/a{}", at + 1) })))).collect();
        links.insert(format!("a{count}"), json!(true));
        json!({ "$ref": "#/$defs/a0", "$defs": links })
    };
    let doubled = |next: Value| json!({ "allOf": [next, next] });
    let wide =
        |count, schema: Value| names(count).into_iter().map(|name| (name, schema.clone())).collect::<Map<_, _>>();
    let patterns: Map<_, _> =
        (0..4_000).map(|at| (format!("p{at}"), json!({ "pattern": format!(r"\S{{{}}}", 50 + at % 40) }))).collect();
    let name_patterns: Map<_, _> = (0..100).map(|at| (format!("^n{at}[a-z]*$"), json!({ "type": "string" }))).collect();
    let objects = |count, keys| json!(vec![Value::Object(wide(keys, json!(1))); count]);
    vec![
        ("filters, 60 deep, valid", filters("anyOf"), nested(60, json!({ "op": "and" }))),
        ("filters, 60 deep, invalid", filters("anyOf"), nested(60, json!({ "op": "xor" }))),
        ("filters by oneOf, bushy", filters("oneOf"), bushy(12)),
        ("branches alike, 60 deep", open.clone(), nested(60, json!({}))),
        ("branches alike, 9 deep", open.clone(), nested(9, json!({}))),
        ("branches alike, bushy", open, bushy(12)),
        ("unevaluated, 60 deep", unevaluated.clone(), nested(60, json!({}))),
        ("unevaluated, bushy", unevaluated, bushy(12)),
        ("chain of 15 doubled references", chain(15, &doubled), json!({ "a": 1 })),
        ("chain of 30 doubled references", chain(30, &doubled), json!({})),
        (
            "items behind 10 doubled references",
            json!({ "items": chain(10, &doubled)["$defs"]["a0"].clone(), "$defs": chain(10, &doubled)["$defs"].clone() }),
            json!(vec![json!({}); 2_000]),
        ),
        (
            "patternProperties, 100 of 2,000",
            json!({ "patternProperties": name_patterns }),
            json!(wide(2_000, json!(""))),
        ),
        ("required, 1,000 of 2,000", json!({ "items": { "required": names(1_000) } }), objects(2_000, 0)),
        ("required, 50 of 4,000", json!({ "items": { "required": names(50) } }), objects(4_000, 0)),
        (
            "properties, 50 of 4,000",
            json!({ "items": { "properties": wide(50, json!({ "type": "integer", "minimum": 0 })) } }),
            objects(4_000, 50),
        ),
        ("enum of 9,000, 1,000 times", json!({ "items": { "enum": names(9_000) } }), json!(vec!["n9999"; 1_000])),
        ("const, large", json!({ "items": { "const": objects(100, 10) } }), json!(vec![objects(100, 10); 40])),
        (
            "uniqueItems, colliding arrays",
            json!({ "uniqueItems": true }),
            json!(
                (0..3_000)
                    .map(|at| {
                        let mut item = vec![json!(1); 12];
                        item.insert(at % 12, json!([]));
                        json!(item)
                    })
                    .collect::<Vec<_>>()
            ),
        ),
        (
            "uniqueItems, large numbers",
            json!({ "uniqueItems": true }),
            json!((0..3_000_u64).map(|at| (1 << 63) + at % 2_000).collect::<Vec<_>>()),
        ),
        ("uniqueItems, 100,000 texts", json!({ "uniqueItems": true }), json!(names(100_000))),
        (
            "integers, 240,000",
            json!({ "items": { "type": "integer", "minimum": 0, "maximum": 9 } }),
            json!(vec![5; 240_000]),
        ),
        (
            "long texts by length",
            json!({ "items": { "allOf": vec![json!({ "maxLength": 9_000_000 }); 30] } }),
            json!(vec!["a".repeat(1_000_000); 4]),
        ),
        ("pattern, look-behind, 4 KiB", json!({ "pattern": r"(?<!\\)a*b" }), json!("a".repeat(4_096))),
        ("pattern, look-ahead, 4 KiB", json!({ "pattern": "^((?=.*)a)*$" }), json!("a".repeat(4_096))),
        (
            "pattern, look-ahead, 4 of 4 KiB",
            json!({ "items": { "pattern": "^((?=.*)a)*$" } }),
            json!(vec!["a".repeat(4_096); 4]),
        ),
        ("pattern, backreference, 4 KiB", json!({ "pattern": r"(a*)*\1b" }), json!("a".repeat(4_096))),
        ("pattern, linear, 4 MB", json!({ "pattern": "^(?:a+)+$" }), json!("a".repeat(4_000_000))),
        ("pattern, many positions", json!({ "pattern": "(?:a{0,30}b?){0,30}c" }), json!("a".repeat(50_000))),
        ("pattern, word boundary, not ASCII", json!({ "pattern": r"\b(?:\w+ ){5}x\b" }), json!("äöü ".repeat(300_000))),
        ("4,000 patterns", json!({ "properties": patterns }), json!({})),
        ("errors, 100,000", json!({ "items": { "type": "string" } }), json!(vec![5; 100_000])),
    ]
}
