//! A weather forecast as an MCP app, in JSON for any MCP server: two tools, one of them only for the app, and the app
//! as a resource. The weather is invented and always the same.

mod weather;

use serde_json::{Value, json};

use self::weather::{CITIES, City, day, hours};

/// The app's URI.
pub const URI: &str = "ui://weather/forecast.html";

/// The MIME type that marks a resource as an app.
pub const MIME_TYPE: &str = "text/html;profile=mcp-app";

const HTML: &str = include_str!("../forecast.html");
const MAX_DAYS: u64 = 14;

/// Returns the names of the cities that have a forecast.
pub fn cities() -> impl Iterator<Item = &'static str> {
    CITIES.iter().map(|city| city.name)
}

/// Returns the tools as they appear in a `tools/list` result. They refer to the app in `_meta.ui`.
pub fn tools() -> [Value; 2] {
    let cities: Vec<_> = cities().collect();
    let city = json!({ "type": "string", "enum": cities, "default": cities[0] });
    let number = |least: u64, default: u64| json!({ "type": "integer", "minimum": least, "maximum": MAX_DAYS, "default": default });
    let rows = |properties: Value| json!({ "type": "array", "items": { "type": "object", "properties": properties } });
    let (text, integer, float) =
        (json!({ "type": "string" }), json!({ "type": "integer" }), json!({ "type": "number" }));
    let annotations = json!({ "readOnlyHint": true, "openWorldHint": false });
    [
        json!({
            "name": "weather/forecast",
            "title": "Forecast",
            "description": "The forecast for the coming days, as a table and as a chart in an app.",
            "inputSchema": {
                "type": "object",
                "properties": { "city": city, "days": number(1, 7) },
                "required": ["city"],
            },
            "outputSchema": { "type": "object", "properties": {
                "city": text, "latitude": float, "longitude": float,
                "days": rows(json!({ "day": integer, "sky": text, "high": integer, "low": integer, "rain": integer, "wind": integer })),
            }},
            "annotations": annotations,
            "_meta": { "ui": { "resourceUri": URI } },
        }),
        json!({
            "name": "weather/hours",
            "title": "Hours of a day",
            "description": "The hours of one day of the forecast. Called by the app, hidden from models.",
            "inputSchema": {
                "type": "object",
                "properties": { "city": city, "day": number(1, 1) },
                "required": ["city", "day"],
            },
            "outputSchema": { "type": "object", "properties": {
                "city": text, "day": integer, "hours": rows(json!({ "hour": integer, "celsius": float })),
            }},
            "annotations": annotations,
            "_meta": { "ui": { "resourceUri": URI, "visibility": ["app"] } },
        }),
    ]
}

/// Returns the app as it appears in a `resources/list` result.
pub fn resource() -> Value {
    json!({
        "uri": URI,
        "name": "forecast",
        "title": "The forecast, drawn",
        "mimeType": MIME_TYPE,
        "_meta": { "ui": { "prefersBorder": true } },
    })
}

/// Returns the app itself, as an item in the `contents` of a `resources/read` result.
pub fn contents() -> Value {
    json!({ "uri": URI, "mimeType": MIME_TYPE, "text": HTML, "_meta": { "ui": { "prefersBorder": true } } })
}

/// Calls a tool and returns its result, or `None` if the tool is unknown.
pub fn call(tool: &str, arguments: &Value) -> Option<Value> {
    let run = match tool {
        "weather/forecast" => forecast,
        "weather/hours" => hours_of_day,
        _ => return None,
    };
    let Some(city) = CITIES.iter().find(|city| arguments["city"] == city.name) else {
        return Some(
            json!({ "content": [{ "type": "text", "text": "There is no forecast for this city." }], "isError": true }),
        );
    };
    let (text, structured) = run(city, arguments);
    Some(json!({ "content": [{ "type": "text", "text": text }], "structuredContent": structured, "isError": false }))
}

fn forecast(city: &City, arguments: &Value) -> (String, Value) {
    let last = arguments["days"].as_u64().unwrap_or(7).clamp(1, MAX_DAYS);
    let days: Vec<_> = (1..=last).map(|number| day(city, number)).collect();
    let lines = days.iter().map(|day| format!("Day {}: {}, {} to {} °C", day.number, day.sky(), day.low, day.high));
    let text = format!("{}\n{}", city.name, lines.collect::<Vec<_>>().join("\n"));
    let rows: Vec<_> = days.iter().map(|day| {
        json!({ "day": day.number, "sky": day.sky(), "high": day.high, "low": day.low, "rain": day.rain, "wind": day.wind })
    }).collect();
    (text, json!({ "city": city.name, "latitude": city.latitude, "longitude": city.longitude, "days": rows }))
}

fn hours_of_day(city: &City, arguments: &Value) -> (String, Value) {
    let number = arguments["day"].as_u64().unwrap_or(1).clamp(1, MAX_DAYS);
    let celsius = hours(&day(city, number));
    let text = format!("{}, day {number}: {} °C at noon", city.name, celsius[12]);
    let rows: Vec<_> =
        celsius.iter().enumerate().map(|(hour, celsius)| json!({ "hour": hour, "celsius": celsius })).collect();
    (text, json!({ "city": city.name, "day": number, "hours": rows }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_city_has_the_requested_days_and_hours() {
        for city in CITIES {
            let arguments = json!({ "city": city.name, "days": 14, "day": 14 });
            let days = &call("weather/forecast", &arguments).unwrap()["structuredContent"]["days"];
            assert_eq!(days.as_array().map(Vec::len), Some(14));
            let high = days[13]["high"].as_f64().unwrap();
            let hours = &call("weather/hours", &arguments).unwrap()["structuredContent"]["hours"];
            let warmest =
                hours.as_array().unwrap().iter().filter_map(|hour| hour["celsius"].as_f64()).fold(f64::MIN, f64::max);
            assert!((warmest - high).abs() < 0.1, "{}: {warmest} where the day has {high}", city.name);
        }
    }

    #[test]
    fn an_unknown_city_is_an_error() {
        assert_eq!(call("weather/forecast", &json!({ "city": "Atlantis" })).unwrap()["isError"], true);
        assert_eq!(call("greet", &json!({})), None);
    }
}
