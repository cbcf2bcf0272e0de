//! Hostile schemas: each gets a response in bounded time.

use crate::support::corpus::Deployment as _;
use crate::support::deployments::Bare;
use bytes::Bytes;
use http::Request;
use serde_json::{Value, json};
use tower_mcp_ui::tools::{Arguments, ToolList};
use tower_mcp_ui::{McpUiConfig, McpUiLayer, RawJson, Tool};

async fn validate(schema: RawJson, arguments: String) -> Value {
    let tools = ToolList::new([Tool::new("t", "").input_schema(schema)]).unwrap();
    let layer = McpUiLayer::new(McpUiConfig::new()).tools_with(tools, |_: String, _: Arguments| async { "" });
    let request = Request::post("/explorer/tools/t/validate").body(Bytes::from(arguments)).unwrap();
    let response = Bare(layer).send(request).await;
    assert_eq!(response.status(), 200);
    serde_json::from_slice(response.body()).unwrap()
}

#[tokio::test]
async fn circular_references_terminate() {
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
    let schema = json!({ "description": "x".repeat(1 << 20) });
    let verdict = validate(schema.into(), "{}".to_owned()).await;
    assert_eq!(verdict["errors"].as_array().map(Vec::len), Some(1));
    assert_eq!(verdict["errors"][0]["keyword"], "schema");
}

#[tokio::test]
async fn errors_are_bounded_in_number_and_length() {
    let schema = json!({ "items": { "type": "string" }, "type": "array" });
    let items = vec!["1"; 5_000].join(",");
    let verdict = validate(schema.into(), format!("[{items}]")).await;
    let errors = verdict["errors"].as_array().unwrap();
    assert_eq!((errors.len(), &errors[1_000]["keyword"]), (1_001, &json!("limit")));
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

/// The schema for a filter tree, a common form of queries. The operator tells the kinds of filters apart.
fn filters() -> Value {
    let branch =
        |op: &str| json!({ "properties": { "op": { "const": op }, "args": { "items": { "$ref": "#/$defs/f" } } } });
    json!({ "$ref": "#/$defs/f", "$defs": { "f": { "anyOf": [branch("and"), branch("or"), branch("not")] } } })
}

fn nested_filters(depth: usize, leaf: &str) -> String {
    (0..depth).fold(leaf.to_owned(), |inner, _| format!(r#"{{"op":"or","args":[{inner}]}}"#))
}

#[tokio::test]
async fn a_tree_of_filters_is_checked_however_deep_it_is() {
    for depth in [1, 9, 60] {
        let verdict = validate(filters().into(), nested_filters(depth, r#"{"op":"and"}"#)).await;
        assert_eq!(verdict, json!({ "valid": true }), "{depth}");
        let verdict = validate(filters().into(), nested_filters(depth, r#"{"op":"xor"}"#)).await;
        assert_eq!(verdict["valid"], false, "{depth}");
    }
    let error = only_error(filters(), nested_filters(2, r#"{"op":"xor"}"#)).await;
    assert_eq!(error["path"], "/args/0/args/0/op");
    // Listing the errors requires visiting each branch at each level.
    let error = only_error(filters(), nested_filters(40, r#"{"op":"xor"}"#)).await;
    let message = error["message"].as_str().unwrap();
    assert!(error["keyword"] == "limit" && message.contains("do not match"), "{message}");
}

#[tokio::test]
async fn expensive_validations_are_refused_and_not_reported_valid() {
    let links =
        (0..20_000).map(|at| (format!("a{at}"), json!({ "allOf": [{ "$ref": format!("#/$defs/a{}", at + 1) }] })));
    let mut links: serde_json::Map<String, Value> = links.collect();
    links.insert("a20000".to_owned(), json!(true));
    let chain = json!({ "$ref": "#/$defs/a0", "$defs": links });

    let many = format!("[{}1]", "1,".repeat(2_000_000));
    let list_of_text = json!({ "items": { "type": "string" } });
    for (schema, arguments) in [(chain, "{}".to_owned()), (list_of_text, many)] {
        let verdict = validate(schema.into(), arguments).await;
        assert_eq!(verdict["valid"], false);
        assert_eq!(verdict["errors"].as_array().map(Vec::len), Some(1), "{verdict}");
    }
}

/// Returns the only error from a validation that must fail with exactly one.
async fn only_error(schema: Value, arguments: String) -> Value {
    let verdict = validate(schema.into(), arguments).await;
    assert_eq!(verdict["valid"], false);
    let errors = verdict["errors"].as_array().unwrap();
    assert_eq!(errors.len(), 1, "{verdict}");
    errors[0].clone()
}

#[tokio::test]
async fn violations_are_counted_before_they_are_collected() {
    let names = |count| (0..count).map(|at| format!("n{at}")).collect::<Vec<_>>();
    let objects = |count: usize| format!("[{}{{}}]", "{},".repeat(count));
    let error = only_error(json!({ "items": { "required": names(1_000) } }), objects(2_000)).await;
    assert_eq!(error["keyword"], "limit");
    let message = error["message"].as_str().unwrap();
    assert!(message.contains("do not match"), "{message}");
    let nested = json!({ "properties": { "a": { "items": { "required": names(20) } } } });
    let error = only_error(nested, format!(r#"{{"a":{}}}"#, objects(100_000))).await;
    assert_eq!(error["keyword"], "limit");
}

#[tokio::test]
async fn comparisons_are_counted() {
    let options: Vec<_> = (0..20_000).collect();
    let error = only_error(json!({ "items": { "enum": options } }), json!(vec![0.5; 20_000]).to_string()).await;
    let message = error["message"].as_str().unwrap();
    assert!(message.contains("not checked"), "{message}");
}

#[tokio::test]
async fn chains_of_references_are_limited_by_the_stack() {
    let link = |at: usize| (format!("a{at}"), json!({ "$ref": format!("#/$defs/a{}", at + 1) }));
    let mut links: serde_json::Map<_, _> = (0..126).map(link).collect();
    links.insert("a126".to_owned(), json!({ "properties": { "a": { "$ref": "#/$defs/a0" } } }));
    let chain = json!({ "$ref": "#/$defs/a0", "$defs": links });
    let nested = format!("{}{}", r#"{"a":"#.repeat(120) + "1", "}".repeat(120));
    let error = only_error(chain, nested).await;
    assert!(error["message"].as_str().unwrap().contains("nested"), "{error}");
}

#[tokio::test]
async fn the_stack_suffices_for_accepted_references() {
    let link = |at: usize| {
        (format!("a{at}"), json!({ "anyOf": [{ "$ref": format!("#/$defs/a{}", at + 1) }, { "type": "null" }] }))
    };
    let mut links: serde_json::Map<_, _> = (0..40).map(link).collect();
    links.insert("a40".to_owned(), json!({ "required": ["b"], "properties": { "a": { "$ref": "#/$defs/a0" } } }));
    let chain = json!({ "$ref": "#/$defs/a0", "$defs": links });
    let verdict = validate(chain.into(), format!("{}{{}}{}", r#"{"a":"#.repeat(4), "}".repeat(4))).await;
    assert_eq!(
        verdict["errors"][4],
        json!({ "path": "/a/a/a/a", "message": r#""b" is required"#, "keyword": "required", "missing": "b" })
    );

    let tree = json!({ "properties": { "children": { "items": { "anyOf": [{ "$ref": "#" }] } } } });
    let nested = |leaf: &str| format!("{}{leaf}{}", r#"{"children":["#.repeat(60), "]}".repeat(60));
    assert_eq!(validate(tree.clone().into(), nested("{}")).await, json!({ "valid": true }));
    let typed = json!({ "type": "object", "properties": { "children": { "items": { "$ref": "#" } } } });
    assert_eq!(only_error(typed, nested("1")).await["keyword"], "type");
}

#[tokio::test]
async fn a_schema_that_is_too_expensive_to_compile_is_refused() {
    let chain = |link: fn(Value) -> Value| {
        let mut links: serde_json::Map<_, _> =
            (0..20_000).map(|at| (format!("a{at}"), link(json!({ "$ref": format!("#/$defs/a{}", at + 1) })))).collect();
        links.insert("a20000".to_owned(), json!(true));
        json!({ "unevaluatedProperties": false, "$ref": "#/$defs/a0", "$defs": links })
    };
    let documents: serde_json::Map<_, _> = (0..3_000)
        .map(|at| (format!("d{at}"), json!({ "$id": format!("d{at}"), "$ref": format!("d{}", (at + 1) % 3_000) })))
        .collect();
    let patterns: serde_json::Map<_, _> = (0..300).map(|at| (format!(r"\S{{20}}{at}"), json!({}))).collect();
    let far: serde_json::Map<_, _> = (0..1_000).map(|at| (format!("n{at}"), json!({}))).collect();
    for schema in [
        chain(|next| next),
        chain(|next| json!({ "allOf": [next, next] })),
        (0..40).fold(json!({}), |below, _| json!({ "unevaluatedProperties": false, "allOf": [below] })),
        json!({ "properties": { "k".repeat(100_000): { "properties": far } } }),
        json!({ "patternProperties": { "^(a{1,1000}){1,1000}$": {} } }),
        json!({ "patternProperties": patterns }),
        json!({ "properties": documents }),
    ] {
        assert_eq!(only_error(schema, "{}".to_owned()).await["keyword"], "schema");
    }
}

#[tokio::test]
async fn an_empty_schema_accepts_everything() {
    let deep = format!("{}{}", "[".repeat(1_000), "]".repeat(1_000));
    for arguments in [deep, r#"{"a":"\ud800"}"#.to_owned()] {
        assert_eq!(validate(json!({}).into(), arguments).await, json!({ "valid": true }));
    }
}

#[tokio::test]
async fn a_backtracking_pattern_is_matched_with_short_texts_only() {
    let long = "a".repeat(4 * 1024 + 1);
    let in_definition = |pattern: &str| json!({ "$ref": "#/$defs/t", "$defs": { "t": { "pattern": pattern } } });
    for pattern in [r"(?<!\\)a*b", "^((?=.*)a)*$", r"(a)\1*b", "(?=a)a*+b"] {
        for (schema, arguments) in [
            (json!({ "pattern": pattern }), json!(long)),
            (in_definition(pattern), json!(long)),
            (json!({ "patternProperties": { pattern: {} } }), json!({ &*long: 1 })),
            (json!({ "propertyNames": { "pattern": pattern } }), json!({ &*long: 1 })),
            (json!({ "anyOf": [{ "pattern": "^x" }, { "not": { "pattern": pattern } }] }), json!(long)),
        ] {
            let error = only_error(schema.clone(), arguments.to_string()).await;
            assert_eq!(error["keyword"], "limit", "{schema}");
            let message = error["message"].as_str().unwrap();
            let is_refused = message.contains("not checked") || message.contains("not listed");
            assert!(is_refused && message.contains("backtracking"), "{message}");
        }
        let checked = validate(json!({ "pattern": pattern }).into(), json!("aab").to_string()).await;
        assert_ne!(checked["errors"][0]["keyword"], "limit", "{pattern}: {checked}");
    }
    // The limit applies to all strings together, not to each string.
    let backreference = json!({ "items": { "not": { "pattern": r"^(a)\1*b" } } });
    let texts = json!(vec!["a".repeat(3 * 1024); 6]).to_string();
    assert!(only_error(backreference, texts).await["message"].as_str().unwrap().contains("not checked"));
    for linear in ["^(?:a+)+$", r"\ba*\b"] {
        let schema = json!({ "pattern": linear, "minLength": 5_000 });
        assert_eq!(validate(schema.into(), json!("a".repeat(100_000)).to_string()).await, json!({ "valid": true }));
    }
}

/// Returns a validation's errors, as `path|message|keyword`.
async fn errors(schema: Value, arguments: Value) -> Vec<String> {
    let verdict = validate(schema.into(), arguments.to_string()).await;
    let errors = verdict["errors"].as_array().unwrap();
    let text = |error: &Value, name: &str| error[name].as_str().unwrap().to_owned();
    errors.iter().map(|error| ["path", "message", "keyword"].map(|name| text(error, name)).join("|")).collect()
}

#[tokio::test]
async fn the_errors_of_a_union_are_those_of_the_branch_that_was_meant() {
    let card = json!({ "properties": { "kind": { "const": "card" }, "number": { "pattern": r"^\d{4}$" } }, "required": ["kind", "number"] });
    let iban = json!({ "properties": { "kind": { "const": "iban" }, "iban": { "minLength": 4 }, "bic": { "type": "string" } }, "required": ["kind", "iban", "bic"] });
    for union in ["oneOf", "anyOf"] {
        let schema = json!({ "properties": { "payment": { "type": "object", union: [card, iban] } } });
        let paid = |payment: Value| errors(schema.clone(), json!({ "payment": payment }));
        assert_eq!(
            paid(json!({ "kind": "card", "number": "12" })).await,
            [r"/payment/number|Must match ^\d{4}$|pattern"]
        );
        assert_eq!(
            paid(json!({ "kind": "iban", "iban": "x", "bic": 1 })).await,
            ["/payment/bic|Must be a string|type", "/payment/iban|At least 4 characters|minLength"]
        );
        // If no constant identifies the branch, the branch with the fewest errors is reported.
        assert_eq!(paid(json!({ "number": "1234" })).await, [r#"/payment|"kind" is required|required"#]);
    }
    let nullable = json!({ "anyOf": [{ "type": "array", "minItems": 1 }, { "type": "null" }] });
    assert_eq!(errors(nullable.clone(), json!([])).await, ["|Add at least one item|minItems"]);
    let plain = json!({ "anyOf": [{ "type": "string" }, { "type": ["integer", "null"] }] });
    assert_eq!(errors(plain, json!({})).await, ["|Must be a string or null or an integer|anyOf"]);
    let nested = json!({ "anyOf": [{ "items": nullable }, { "type": "null" }] });
    assert_eq!(errors(nested, json!([[], null, [1]])).await, ["/0|Add at least one item|minItems"]);
    let both = json!({ "oneOf": [{ "minimum": 1 }, { "maximum": 5 }] });
    assert_eq!(
        errors(both, json!(3)).await,
        ["|Matches more than one of the alternatives; must match exactly one|oneOf"]
    );
}

#[tokio::test]
async fn a_union_of_which_no_branch_was_meant_names_them_all() {
    let kind = |name: &str| json!({ "properties": { "kind": { "type": "string", "const": name }, name: { "type": "integer" } }, "required": ["kind", name] });
    let payments = || json!([kind("card"), kind("iban"), { "type": "null" }, kind("cash")]);
    for union in ["oneOf", "anyOf"] {
        let schema = json!({ "properties": { "payment": { union: payments() } } });
        let paid = |payment: Value| errors(schema.clone(), json!({ "payment": payment }));
        let expected = [r#"/payment/kind|Must be one of "card", "iban", "cash"|enum"#];
        assert_eq!(paid(json!({ "kind": "paypal" })).await, expected);
        assert_eq!(paid(json!({ "kind": 5, "card": "x" })).await, expected);
        assert_eq!(paid(json!({ "kind": "cash", "cash": 1.5 })).await, ["/payment/cash|Must be an integer|type"]);
    }
    let titled = json!({ "oneOf": [{ "const": "s", "title": "Small" }, { "const": "l", "title": "Large" }] });
    assert_eq!(errors(titled, json!("m")).await, [r#"|Must be one of "s", "l"|oneOf"#]);
    let one_or_type = json!({ "anyOf": [{ "const": "auto" }, { "type": "integer" }] });
    assert_eq!(errors(one_or_type, json!("x")).await, [r#"|Must be "auto" or an integer|anyOf"#]);
    let some_or_type = json!({ "anyOf": [{ "enum": ["s", "l"] }, { "type": ["integer", "null"] }] });
    assert_eq!(errors(some_or_type, json!("x")).await, [r#"|Must be one of "s", "l", or null or an integer|anyOf"#]);
}

#[tokio::test]
async fn errors_are_sentences_for_people() {
    for (schema, arguments, expected) in [
        (json!({ "required": ["a b"] }), json!({}), r#"|"a b" is required|required"#),
        (json!({ "type": "boolean" }), json!(1), "|Must be true or false|type"),
        (json!({ "minLength": 1 }), json!(""), "|Must not be empty|minLength"),
        (json!({ "maxLength": 1 }), json!("ab"), "|At most 1 character|maxLength"),
        (json!({ "minItems": 1 }), json!([]), "|Add at least one item|minItems"),
        (json!({ "minItems": 2 }), json!([1]), "|At least 2 items|minItems"),
        (json!({ "maxItems": 2 }), json!([1, 2, 3]), "|At most 2 items|maxItems"),
        (json!({ "uniqueItems": true }), json!([1, 1.0]), "|Every item may occur only once|uniqueItems"),
        (
            json!({ "contains": { "type": "null" } }),
            json!([1]),
            "|Too few or too many items match the schema of `contains`|contains",
        ),
        (json!({ "minimum": 2 }), json!(1), "|Must be at least 2|minimum"),
        (json!({ "maximum": 2 }), json!(3), "|Must be at most 2|maximum"),
        (json!({ "exclusiveMinimum": 2 }), json!(2), "|Must be greater than 2|exclusiveMinimum"),
        (json!({ "exclusiveMaximum": 2 }), json!(2), "|Must be less than 2|exclusiveMaximum"),
        (json!({ "multipleOf": 0.5 }), json!(0.7), "|Must be a multiple of 0.5|multipleOf"),
        (json!({ "const": "a" }), json!("b"), r#"|Must be "a"|const"#),
        (json!({ "enum": ["a", 1] }), json!("b"), r#"|Must be one of "a", 1|enum"#),
        (
            json!({ "enum": (0..13).collect::<Vec<_>>() }),
            json!("b"),
            "|Must be one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 3 more|enum",
        ),
        (json!({ "minProperties": 1 }), json!({}), "|Must have at least one property|minProperties"),
        (json!({ "maxProperties": 1 }), json!({ "a": 1, "b": 1 }), "|Must have at most one property|maxProperties"),
        (
            json!({ "properties": { "b": true }, "additionalProperties": false }),
            json!({ "a": 1 }),
            r#"|Unknown property "a"|additionalProperties"#,
        ),
        (json!({ "additionalProperties": false }), json!({ "a": 1 }), "|No properties are allowed here|falseSchema"),
        (
            json!({ "unevaluatedProperties": false }),
            json!({ "a": 1 }),
            r#"|Unknown property "a"|unevaluatedProperties"#,
        ),
        (
            json!({ "propertyNames": { "maxLength": 1 } }),
            json!({ "ab": 1 }),
            r#"|The name "ab" is not allowed: At most 1 character|propertyNames"#,
        ),
        (json!({ "not": { "type": "null" } }), json!(null), "|Must not match the schema of `not`|not"),
        (json!({ "properties": { "a": false } }), json!({ "a": 1 }), "/a|No value is allowed here|falseSchema"),
    ] {
        assert_eq!(errors(schema, arguments).await, [expected]);
    }
}

#[tokio::test]
async fn the_patterns_of_a_schema_are_bounded_together() {
    let patterns: serde_json::Map<_, _> =
        (0..4_000).map(|at| (format!("p{at}"), json!({ "pattern": format!(r"\S{{{}}}", 50 + at % 90) }))).collect();
    assert_eq!(only_error(json!({ "properties": patterns }), "{}".to_owned()).await["keyword"], "schema");
    let same: serde_json::Map<_, _> =
        (0..4_000).map(|at| (format!("p{at}"), json!({ "pattern": r"\S{50}" }))).collect();
    let verdict = validate(json!({ "properties": same }).into(), r#"{"p1":"x"}"#.to_owned()).await;
    assert_eq!(verdict["errors"][0]["keyword"], "pattern");
}

#[tokio::test]
async fn a_pattern_is_matched_in_a_limited_number_of_steps() {
    // Each byte of the string is compared with 1,000 places in the pattern.
    let schema = json!({ "pattern": "[a-z]{1000}" });
    let text = |length: usize| json!("a".repeat(length)).to_string();
    assert_eq!(validate(schema.clone().into(), text(25_000)).await, json!({ "valid": true }));
    let error = only_error(schema, text(25_001)).await;
    assert!(
        error["keyword"] == "limit" && error["message"].as_str().unwrap().contains("would take too long"),
        "{error}"
    );
}

#[tokio::test]
async fn backtracking_is_limited_in_steps_and_in_all_texts_together() {
    let texts = |count: usize| json!(vec!["a".repeat(1_000); count]).to_string();
    let schema = json!({ "items": { "pattern": r"^(a)\1*$" } });
    assert_eq!(validate(schema.clone().into(), texts(16)).await, json!({ "valid": true }));
    let error = only_error(schema, texts(17)).await;
    assert!(error["message"].as_str().unwrap().contains("not checked"), "{error}");
    // Another letter doubles the number of steps.
    let steps = |letters: usize| {
        only_error(json!({ "pattern": "^(?:a(?!c)|a(?!d))*b" }), json!("a".repeat(letters)).to_string())
    };
    assert_eq!([steps(14).await, steps(15).await].map(|error| error["keyword"].clone()), ["pattern", "limit"]);
}

#[tokio::test]
async fn a_larger_pattern_is_refused_and_the_rest_of_a_long_one_not_shown() {
    let large = |count: usize| json!({ "pattern": format!(r"\S{{{count}}}") });
    assert_eq!(validate(large(100).into(), "1".to_owned()).await, json!({ "valid": true }));
    let error = only_error(large(150), "1".to_owned()).await;
    assert_eq!(error["message"], r#"Invalid schema: the pattern "\\S{150}" is too large"#);
    let error = only_error(json!({ "pattern": format!("({}", "é".repeat(300)) }), "1".to_owned()).await;
    let shown = format!("the pattern \"({}\" is not valid", "é".repeat(199));
    assert!(error["message"].as_str().unwrap().contains(&shown), "{error}");
}

#[tokio::test]
async fn the_rest_of_a_long_message_is_cut_off_and_marked() {
    let error = only_error(json!({ "const": "é".repeat(500) }), "1".to_owned()).await;
    assert_eq!(error["message"], format!("Must be \"{}…", "é".repeat(491)));
}
