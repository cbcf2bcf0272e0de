//! Tests the bounds against the validator itself.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::counted::{bounds, excess, listing_visits, size, visits};
use super::*;

fn filters(kind: &str, branch: impl Fn(&str) -> Value) -> Value {
    json!({ "$ref": "#/$defs/f", "$defs": { "f": { kind: [branch("and"), branch("or"), branch("not")] } } })
}

fn by_operator(op: &str) -> Value {
    json!({ "properties": { "op": { "const": op }, "args": { "items": { "$ref": "#/$defs/f" } } } })
}

/// A branch that fails only after everything in it has been visited.
fn late(_: &str) -> Value {
    json!({ "properties": { "args": { "items": { "$ref": "#/$defs/f" } } }, "required": ["z"] })
}

fn nested(depth: usize, leaf: Value) -> Value {
    (0..depth).fold(leaf, |inner, _| json!({ "op": "or", "args": [inner] }))
}

fn doubled(count: usize) -> Value {
    let link = |at: usize| {
        let next = json!({ "$ref": format!("#/$defs/a{}", at + 1) });
        (format!("a{at}"), json!({ "allOf": [next, next] }))
    };
    let mut links: Map<_, _> = (0..count).map(link).collect();
    links.insert(format!("a{count}"), json!({ "type": "object" }));
    json!({ "$ref": "#/$defs/a0", "$defs": links })
}

#[test]
fn recursion_is_bounded_by_the_size_of_the_arguments() {
    for (schema, leaf) in [
        (filters("anyOf", by_operator), json!({ "op": "and" })),
        (filters("oneOf", by_operator), json!({ "op": "xor" })),
        (filters("anyOf", late), json!({})),
        (filters("oneOf", late), json!({ "z": 1 })),
        (
            json!({ "properties": { "args": { "items": { "$ref": "#" } }, "op": { "type": "string" } } }),
            json!({ "op": 1 }),
        ),
    ] {
        let arguments = nested(50, leaf);
        let (bound, _) = bounds(&schema, &arguments).expect("affordable");
        let verdict = visits(&schema, &arguments).expect("a schema");
        assert!(verdict <= bound, "{verdict} visits, {bound} at most: {schema}");
    }
}

#[test]
fn refused_schemas_are_expensive() {
    // The refused schemas really take more visits than a quarter of the limit.
    let least = VISITS / 4;
    assert!(bounds(&doubled(30), &json!({})).is_none());
    assert!(visits(&doubled(20), &json!({})) > Some(least));
    let (schema, arguments) =
        (json!({ "items": doubled_items(13) , "$defs": doubled(13)["$defs"] }), json!(vec![json!({}); 300]));
    assert!(bounds(&schema, &arguments).is_none());
    assert!(visits(&schema, &arguments) > Some(least));
}

#[test]
fn unevaluated_keywords_multiply_recursion() {
    let deep = |depth: usize| (0..depth).fold(json!({}), |inner, _| json!({ "a": inner }));
    let own = json!({ "$ref": "#" });
    let found = json!({ "allOf": [{ "additionalProperties": { "anyOf": [own, true, own, own, {}], "unevaluatedProperties": {} } }] });
    let marked = json!({ "$defs": { "a": { "unevaluatedProperties": own } }, "$ref": "#/$defs/a", "unevaluatedProperties": false });
    for schema in [found, marked] {
        let arguments = deep(3);
        let (bound, _) = bounds(&schema, &arguments).expect("affordable");
        let verdict = visits(&schema, &arguments).expect("a schema");
        assert!(verdict <= bound, "{verdict} visits, {bound} at most: {schema}");
        assert!(bounds(&schema, &deep(30)).is_none(), "{schema}");
    }
    // Everyday trees are not affected.
    let strict = json!({ "properties": { "a": own, "b": { "items": own } }, "unevaluatedProperties": false });
    let extended = json!({ "properties": { "a": { "$ref": "#", "unevaluatedProperties": false } } });
    for schema in [strict, extended] {
        let arguments = deep(50);
        let (bound, _) = bounds(&schema, &arguments).expect("affordable");
        let verdict = visits(&schema, &arguments).expect("a schema");
        assert!(verdict <= bound, "{verdict} visits, {bound} at most: {schema}");
    }
}

#[test]
fn schemas_whose_compilation_multiplies_are_refused() {
    let own = json!({ "$ref": "#" });
    let schema = |count: usize| {
        let inner = json!({ "unevaluatedItems": {}, "unevaluatedProperties": {}, "anyOf": vec![own.clone(); count] });
        json!({ "allOf": [{ "unevaluatedItems": {}, "anyOf": [{ "prefixItems": [inner] }] }] })
    };
    assert!(Bounds::of(&schema(1)).is_ok());
    assert_eq!(Bounds::of(&schema(5)).unwrap_err(), TooExpensive::Visits);
}

#[test]
fn small_verdicts_are_not_cached() {
    let own = json!({ "$ref": "#" });
    let twice = json!({ "patternProperties": { "ab": own, "b": own } });
    let many: Map<_, _> = (0..14).map(|at| (format!("a|{at}"), own.clone())).collect();
    let alike = |count: usize| json!({ "additionalProperties": { "allOf": vec![own.clone(); count] } });
    let copies = |leaf: Value| (0..20).map(|at| (format!("ab{at}"), leaf.clone())).collect::<Map<_, _>>().into();
    for (schema, arguments) in [
        (twice.clone(), json!({ "ab": { "ab": { "ab": { "ab": "a" }, "b": { "ab": { "b": null }, "c": 45 } } } })),
        (twice, copies(json!({ "ab": { "ab": { "ab": {} } } }))),
        (json!({ "patternProperties": many }), copies(json!({ "ab": {} }))),
        (alike(10), json!({ "a": { "a": { "a": null } } })),
        (alike(3), json!({ "a": { "a": { "a": { "a": null } } } })),
        (alike(100), copies(json!(null))),
    ] {
        let (bound, _) = bounds(&schema, &arguments).expect("affordable");
        let verdict = visits(&schema, &arguments).expect("a schema");
        assert!(verdict <= bound, "{verdict} visits, {bound} at most: {schema}");
    }
}

#[test]
fn texts_of_the_schema_that_errors_quote_count() {
    let long = "x".repeat(1_000_000);
    let items = json!(vec![json!({}); 20_000]);
    for schema in [
        json!({ "items": { "required": [long] } }),
        json!({ "items": { "pattern": format!("[{long}]") } }),
        json!({ "items": { "enum": [long] } }),
    ] {
        assert!(bounds(&schema, &items).is_none_or(|(_, listing)| listing > LISTING_VISITS));
    }
    // A time zone list with some 10,000 bytes, and an ordinary object.
    let zones: Vec<_> = (0..400).map(|at| format!("Continent/City number {at}")).collect();
    let schema = json!({ "properties": { "zone": { "enum": zones }, "n": { "type": "integer" } } });
    let (_, listing) = bounds(&schema, &json!({ "zone": "?", "n": "?" })).expect("affordable");
    assert!(listing <= LISTING_VISITS / 100, "{listing}");
}

fn doubled_items(count: usize) -> Value {
    doubled(count)["$defs"]["a0"].clone()
}

#[test]
fn refused_lists_of_errors_are_expensive() {
    let schema = filters("anyOf", by_operator);
    let arguments = nested(9, json!({ "op": "xor" }));
    let bounds = Bounds::of(&schema).unwrap();
    assert_eq!(bounds.check_listing(&size(&arguments)), Err(TooExpensive::Visits));
    let (verdict, listing) = (visits(&schema, &arguments), listing_visits(&schema, &arguments));
    assert!(verdict < Some(1_000) && listing > Some(LISTING_VISITS / 4), "{verdict:?}, {listing:?}");
}

#[test]
fn everyday_schemas_are_far_from_the_bounds() {
    let row = json!({ "type": "object", "required": ["id"], "properties": {
        "id": { "type": "string", "pattern": "^[a-z0-9-]{1,64}$" }, "tags": { "type": "array", "items": { "type": "string" }, "uniqueItems": true },
        "kind": { "enum": ["a", "b", "c"] }, "size": { "anyOf": [{ "type": "integer" }, { "type": "null" }] } } });
    let schema = json!({ "type": "object", "properties": { "rows": { "type": "array", "items": row } } });
    let item = json!({ "id": "abc", "tags": ["x", "y"], "kind": "a", "size": 1 });
    let arguments = json!({ "rows": vec![item; 5_000] });
    assert!(bounds(&schema, &arguments).is_some());
    let wide: Map<_, _> = (0..1_000)
        .map(|at| (format!("p{at}"), json!({ "type": "array", "items": { "type": "string", "maxLength": 9 } })))
        .collect();
    let given: Map<_, _> = (0..1_000).map(|at| (format!("p{at}"), json!(["a", "b", "c"]))).collect();
    let (verdict, listing) = bounds(&json!({ "properties": wide }), &given.into()).expect("affordable");
    assert!(verdict < VISITS / 10 && listing <= LISTING_VISITS, "{verdict}, {listing}");
}

/// Schemas with every applicator, some referring to each other.
fn schemas() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!(true)),
        Just(json!(false)),
        Just(json!({ "type": "object" })),
        Just(json!({ "type": ["array", "integer"] })),
        Just(json!({ "const": 1 })),
        Just(json!({ "required": ["a"] })),
        (0..3_usize).prop_map(|at| json!({ "$ref": format!("#/$defs/d{at}") })),
        Just(json!({ "$ref": "#" })),
    ];
    let inner = leaf.prop_recursive(3, 12, 3, |inner| {
        let list = proptest::collection::vec(inner.clone(), 1..3);
        prop_oneof![
            list.clone().prop_map(|schemas| json!({ "allOf": schemas })),
            list.clone().prop_map(|schemas| json!({ "anyOf": schemas })),
            list.clone().prop_map(|schemas| json!({ "oneOf": schemas })),
            list.prop_map(|schemas| json!({ "prefixItems": schemas, "items": schemas[0] })),
            inner.clone().prop_map(|schema| json!({ "not": schema })),
            inner.clone().prop_map(|schema| json!({ "items": schema })),
            inner.clone().prop_map(|schema| json!({ "contains": schema })),
            inner.clone().prop_map(|schema| json!({ "additionalProperties": schema })),
            inner.clone().prop_map(|schema| json!({ "propertyNames": schema })),
            inner.clone().prop_map(|schema| json!({ "patternProperties": { "a|b": schema, "b|c": schema } })),
            inner.clone().prop_map(|schema| json!({ "dependentSchemas": { "a": schema } })),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| json!({ "properties": { "a": a, "b": b } })),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| json!({ "if": a, "then": b, "else": b })),
            (inner.clone(), inner).prop_map(
                |(a, b)| json!({ "anyOf": [{ "properties": { "a": a } }, true], "unevaluatedProperties": b })
            ),
        ]
    });
    proptest::collection::vec(inner, 4).prop_map(|mut schemas| {
        let root = schemas.pop().expect("four schemas");
        let [d0, d1, d2] = schemas.try_into().expect("three are left");
        json!({ "allOf": [root], "$defs": { "d0": d0, "d1": d1, "d2": d2 } })
    })
}

fn values() -> impl Strategy<Value = Value> {
    prop_oneof![Just(json!(1)), Just(json!("a"))].prop_recursive(6, 30, 3, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::hash_map("[abc]", inner, 0..3)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::default())]

    #[test]
    fn no_schema_is_visited_more_often_than_its_bound_says(schema in schemas(), arguments in values()) {
        prop_assert_eq!(excess(&schema, &arguments), None);
    }
}
