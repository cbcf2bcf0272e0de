//! Schemas that an attacker would write: each is answered, and in time.

mod support;

use bytes::Bytes;
use http::Request;
use serde_json::{Value, json};
use support::corpus::Deployment as _;
use support::deployments::Bare;
use tower_mcp_ui::{Arguments, Limits, McpUiConfig, McpUiLayer, RawJson, Tool, ToolList};

async fn validate(schema: RawJson, arguments: String) -> Value {
    validate_within(Limits::new(), schema, arguments).await
}

async fn validate_within(limits: Limits, schema: RawJson, arguments: String) -> Value {
    let tools = ToolList::new([Tool::new("t", "").input_schema(schema)]).unwrap();
    let layer = McpUiLayer::new(McpUiConfig::new().limits(limits)).tools(tools, |_: String, _: Arguments| async { "" });
    let request = Request::post("/explorer/tools/t/validate").body(Bytes::from(arguments)).unwrap();
    let answer = Bare(layer).send(request).await;
    assert_eq!(answer.status(), 200);
    serde_json::from_slice(answer.body()).unwrap()
}

#[tokio::test]
async fn references_in_a_circle_come_to_an_end() {
    for schema in [
        json!({ "$ref": "#" }),
        json!({ "allOf": [{ "$ref": "#" }] }),
        json!({ "$ref": "#/$defs/a", "$defs": { "a": { "$ref": "#/$defs/b" }, "b": { "$ref": "#/$defs/a" } } }),
        json!({ "anyOf": [{ "$ref": "#/$defs/a" }], "$defs": { "a": { "allOf": [{ "$ref": "#/$defs/a" }] } } }),
        json!({ "$dynamicRef": "#x", "$dynamicAnchor": "x" }),
        json!({ "not": { "$ref": "#" } }),
        json!({ "if": { "$ref": "#" }, "then": { "$ref": "#" } }),
        json!({ "dependentSchemas": { "a": { "$ref": "#" } } }),
        json!({ "unevaluatedProperties": { "$ref": "#" }, "allOf": [{ "$ref": "#" }] }),
    ] {
        let verdict = validate(schema.clone().into(), r#"{"a":{"a":{}}}"#.to_owned()).await;
        assert!(verdict["valid"].is_boolean(), "{schema}");
    }
}

#[tokio::test]
async fn a_schema_beyond_the_validators_depth_does_not_compile() {
    for depth in [200, 200_000] {
        let deep = format!("{}true{}", r#"{"not":"#.repeat(depth), "}".repeat(depth));
        let verdict = validate(RawJson::parse(deep).unwrap(), "{}".to_owned()).await;
        assert_eq!(verdict["errors"][0]["keyword"], "schema");
    }
}

#[tokio::test]
async fn a_schema_over_the_limit_does_not_compile() {
    let schema = json!({ "description": "x".repeat(2_000) });
    let verdict = validate_within(Limits::new().schema_bytes(1_000), schema.into(), "{}".to_owned()).await;
    assert_eq!(verdict["errors"].as_array().map(Vec::len), Some(1));
    assert_eq!(verdict["errors"][0]["keyword"], "schema");
}

#[tokio::test]
async fn errors_are_bounded_in_number_and_length() {
    let schema = json!({ "items": { "type": "string" }, "type": "array" });
    let items = vec!["1"; 5_000].join(",");
    let verdict = validate_within(Limits::new().validation_errors(10), schema.into(), format!("[{items}]")).await;
    let errors = verdict["errors"].as_array().unwrap();
    assert_eq!((errors.len(), &errors[10]["keyword"]), (11, &json!("limit")));
    let huge = format!("{{\"a\":\"{}\"}}", "x".repeat(1_000_000));
    let verdict = validate(json!({ "type": "array" }).into(), huge).await;
    assert!(verdict["errors"][0]["message"].as_str().unwrap().len() < 2_000);
}

#[tokio::test]
async fn every_violation_is_reported_with_its_pointer() {
    let properties: serde_json::Map<String, Value> =
        (0..257).map(|number| (format!("p{number}"), json!({ "type": "integer" }))).collect();
    let arguments: serde_json::Map<String, Value> = (0..257).map(|number| (format!("p{number}"), json!("x"))).collect();
    let verdict = validate(json!({ "properties": properties }).into(), Value::from(arguments).to_string()).await;
    let mut paths: Vec<_> =
        verdict["errors"].as_array().unwrap().iter().map(|error| error["path"].to_string()).collect();
    paths.sort();
    paths.dedup();
    assert_eq!(paths.len(), 257);
}

#[tokio::test]
async fn what_would_cost_too_much_is_not_checked_and_not_called_valid() {
    let branch =
        |op: &str| json!({ "properties": { "op": { "const": op }, "args": { "items": { "$ref": "#/$defs/e" } } } });
    let union =
        json!({ "$ref": "#/$defs/e", "$defs": { "e": { "oneOf": [branch("and"), branch("or"), branch("xor")] } } });
    let nested = (0..40).fold(r#"{"op":"x"}"#.to_owned(), |inner, _| format!(r#"{{"op":"x","args":[{inner}]}}"#));

    let links =
        (0..20_000).map(|at| (format!("a{at}"), json!({ "allOf": [{ "$ref": format!("#/$defs/a{}", at + 1) }] })));
    let mut links: serde_json::Map<String, Value> = links.collect();
    links.insert("a20000".to_owned(), json!(true));
    let chain = json!({ "$ref": "#/$defs/a0", "$defs": links });

    let many = format!("[{}1]", "1,".repeat(2_000_000));
    let list_of_text = json!({ "items": { "type": "string" } });
    for (schema, arguments) in [(union, nested), (chain, "{}".to_owned()), (list_of_text, many)] {
        let verdict = validate(schema.into(), arguments).await;
        assert_eq!(verdict["valid"], false);
        assert_eq!(verdict["errors"].as_array().map(Vec::len), Some(1), "{verdict}");
    }
}

/// The one thing that `validate` says.
async fn only_error(schema: Value, arguments: String) -> Value {
    let verdict = validate(schema.into(), arguments).await;
    assert_eq!(verdict["valid"], false);
    let errors = verdict["errors"].as_array().unwrap();
    assert_eq!(errors.len(), 1, "{verdict}");
    errors[0].clone()
}

#[tokio::test]
async fn violations_are_counted_before_they_are_kept() {
    let names = |count| (0..count).map(|at| format!("n{at}")).collect::<Vec<_>>();
    let objects = |count: usize| format!("[{}{{}}]", "{},".repeat(count));
    let error = only_error(json!({ "items": { "required": names(1_000) } }), objects(2_000)).await;
    assert_eq!(error["keyword"], "limit");
    let message = error["message"].as_str().unwrap();
    assert!(message.contains("do not fit") && message.contains("MCP_UI_MAX_VALIDATION_STEPS"), "{message}");
    let nested = json!({ "properties": { "a": { "items": { "required": names(20) } } } });
    let error = only_error(nested, format!(r#"{{"a":{}}}"#, objects(100_000))).await;
    assert_eq!(error["keyword"], "limit");
}

#[tokio::test]
async fn comparisons_are_counted() {
    let options: Vec<_> = (0..20_000).collect();
    let error = only_error(json!({ "items": { "enum": options } }), json!(vec![0.5; 20_000]).to_string()).await;
    let message = error["message"].as_str().unwrap();
    assert!(message.contains("not checked") && message.contains("MCP_UI_MAX_VALIDATION_STEPS"), "{message}");
}

#[tokio::test]
async fn references_in_a_chain_are_followed_as_far_as_the_stack_goes() {
    let link = |at: usize| (format!("a{at}"), json!({ "$ref": format!("#/$defs/a{}", at + 1) }));
    let mut links: serde_json::Map<_, _> = (0..126).map(link).collect();
    links.insert("a126".to_owned(), json!({ "properties": { "a": { "$ref": "#/$defs/a0" } } }));
    let chain = json!({ "$ref": "#/$defs/a0", "$defs": links });
    let nested = format!("{}{}", r#"{"a":"#.repeat(120) + "1", "}".repeat(120));
    let error = only_error(chain, nested).await;
    assert!(error["message"].as_str().unwrap().contains("nested"), "{error}");
}

#[tokio::test]
async fn the_stack_has_room_for_what_is_followed() {
    let link = |at: usize| {
        (format!("a{at}"), json!({ "anyOf": [{ "$ref": format!("#/$defs/a{}", at + 1) }, { "type": "null" }] }))
    };
    let mut links: serde_json::Map<_, _> = (0..40).map(link).collect();
    links.insert("a40".to_owned(), json!({ "required": ["b"], "properties": { "a": { "$ref": "#/$defs/a0" } } }));
    let chain = json!({ "$ref": "#/$defs/a0", "$defs": links });
    let error = only_error(chain, format!("{}{{}}{}", r#"{"a":"#.repeat(5), "}".repeat(5))).await;
    assert_eq!(error["keyword"], "anyOf");

    let tree = json!({ "properties": { "children": { "items": { "anyOf": [{ "$ref": "#" }] } } } });
    let nested = |leaf: &str| format!("{}{leaf}{}", r#"{"children":["#.repeat(60), "]}".repeat(60));
    assert_eq!(validate(tree.clone().into(), nested("{}")).await, json!({ "valid": true }));
    let typed = json!({ "type": "object", "properties": { "children": { "items": { "$ref": "#" } } } });
    assert_eq!(only_error(typed, nested("1")).await["keyword"], "type");
}

#[tokio::test]
async fn a_schema_that_takes_too_much_to_prepare_does_not_compile() {
    let chain = |link: fn(Value) -> Value| {
        let mut links: serde_json::Map<_, _> =
            (0..20_000).map(|at| (format!("a{at}"), link(json!({ "$ref": format!("#/$defs/a{}", at + 1) })))).collect();
        links.insert("a20000".to_owned(), json!(true));
        json!({ "unevaluatedProperties": false, "$ref": "#/$defs/a0", "$defs": links })
    };
    let far: serde_json::Map<_, _> = (0..1_000).map(|at| (format!("n{at}"), json!({}))).collect();
    for schema in [
        chain(|next| next),
        chain(|next| json!({ "allOf": [next, next] })),
        (0..40).fold(json!({}), |below, _| json!({ "unevaluatedProperties": false, "allOf": [below] })),
        json!({ "properties": { "k".repeat(100_000): { "properties": far } } }),
        json!({ "patternProperties": { "^(a{1,1000}){1,1000}$": {} } }),
    ] {
        assert_eq!(only_error(schema, "{}".to_owned()).await["keyword"], "schema");
    }
}

#[tokio::test]
async fn where_there_is_nothing_to_check_everything_is_valid() {
    let deep = format!("{}{}", "[".repeat(1_000), "]".repeat(1_000));
    for arguments in [deep, r#"{"a":"\ud800"}"#.to_owned()] {
        assert_eq!(validate(json!({}).into(), arguments).await, json!({ "valid": true }));
    }
}

#[tokio::test]
async fn a_backtracking_pattern_is_matched_with_short_texts_only() {
    let (short, long) = ("a".repeat(4 * 1024), "a".repeat(4 * 1024 + 1));
    let in_definition = |pattern: &str| json!({ "$ref": "#/$defs/t", "$defs": { "t": { "pattern": pattern } } });
    for pattern in [r"(?<!\\)a*b", "^((?=.*)a)*$", r"\ba*\b", r"(a)\1*b", "(?=a)a*+b"] {
        for (schema, arguments) in [
            (json!({ "pattern": pattern }), json!(long)),
            (in_definition(pattern), json!(long)),
            (json!({ "items": { "pattern": pattern } }), json!(vec![&*short; 5])),
            (json!({ "patternProperties": { pattern: {} } }), json!({ &*long: 1 })),
            (json!({ "propertyNames": { "pattern": pattern } }), json!({ &*long: 1 })),
            (json!({ "anyOf": [{ "pattern": "^x" }, { "not": { "pattern": pattern } }] }), json!(long)),
        ] {
            let error = only_error(schema.clone(), arguments.to_string()).await;
            assert_eq!(error["keyword"], "limit", "{schema}");
            let message = error["message"].as_str().unwrap();
            assert!(message.contains("not checked") && message.contains(&format!("{pattern:?}")), "{message}");
        }
        let checked = validate(json!({ "pattern": pattern }).into(), json!("aab").to_string()).await;
        assert_ne!(checked["errors"][0]["keyword"], "limit", "{pattern}: {checked}");
    }
    let linear = json!({ "pattern": "^(?:a+)+$", "minLength": 5_000 });
    assert_eq!(validate(linear.into(), json!("a".repeat(100_000)).to_string()).await, json!({ "valid": true }));
}
