//! A weather forecast as an MCP app, in the words of the protocol, for any server to pass on: two tools, of which one is
//! for the app alone, and the resource that the app is. The weather is made up, and always the same.

mod weather;

use serde_json::{Value, json};

use self::weather::{CITIES, City, day, hours};

/// Where the app is to be read.
pub const URI: &str = "ui://weather/forecast.html";

/// What tells hosts that a resource is an app.
pub const MIME_TYPE: &str = "text/html;profile=mcp-app";

const HTML: &str = include_str!("../forecast.html");
const MOST_DAYS: u64 = 14;

/// The tools, as in the answer to `tools/list`. The app is named in the first one's `_meta.ui`.
pub fn tools() -> [Value; 2] {
    let cities: Vec<_> = CITIES.iter().map(|city| city.name).collect();
    let city = json!({ "type": "string", "enum": cities, "default": cities[0] });
    let number = |least: u64, default: u64| json!({ "type": "integer", "minimum": least, "maximum": MOST_DAYS, "default": default });
    let rows = |properties: Value| json!({ "type": "array", "items": { "type": "object", "properties": properties } });
    let (text, integer, float) =
        (json!({ "type": "string" }), json!({ "type": "integer" }), json!({ "type": "number" }));
    let annotations = json!({ "readOnlyHint": true, "openWorldHint": false });
    [
        json!({
            "name": "weather/forecast",
            "title": "Forecast",
            "description": "The weather of the next days: a table of like rows, and an app that draws it.",
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
            "description": "The hours of one day of the forecast. The app asks for them; a model need not know of it.",
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

/// The app, as in the answer to `resources/list`.
pub fn resource() -> Value {
    json!({
        "uri": URI,
        "name": "forecast",
        "title": "The forecast, drawn",
        "mimeType": MIME_TYPE,
        "_meta": { "ui": { "prefersBorder": true } },
    })
}

/// The app itself, as one of the `contents` in the answer to `resources/read`.
pub fn contents() -> Value {
    json!({ "uri": URI, "mimeType": MIME_TYPE, "text": HTML, "_meta": { "ui": { "prefersBorder": true } } })
}

/// The result of a tool, or nothing for a tool that is another's.
pub fn call(tool: &str, arguments: &Value) -> Option<Value> {
    let answer = match tool {
        "weather/forecast" => forecast,
        "weather/hours" => hours_of_day,
        _ => return None,
    };
    let Some(city) = CITIES.iter().find(|city| arguments["city"] == city.name) else {
        return Some(
            json!({ "content": [{ "type": "text", "text": "There is no forecast for this city." }], "isError": true }),
        );
    };
    let (text, structured) = answer(city, arguments);
    Some(json!({ "content": [{ "type": "text", "text": text }], "structuredContent": structured, "isError": false }))
}

fn forecast(city: &City, arguments: &Value) -> (String, Value) {
    let last = arguments["days"].as_u64().unwrap_or(7).clamp(1, MOST_DAYS);
    let days: Vec<_> = (1..=last).map(|number| day(city, number)).collect();
    let lines = days.iter().map(|day| format!("Day {}: {}, {} to {} °C", day.number, day.sky(), day.low, day.high));
    let text = format!("{}\n{}", city.name, lines.collect::<Vec<_>>().join("\n"));
    let rows: Vec<_> = days.iter().map(|day| {
        json!({ "day": day.number, "sky": day.sky(), "high": day.high, "low": day.low, "rain": day.rain, "wind": day.wind })
    }).collect();
    (text, json!({ "city": city.name, "latitude": city.latitude, "longitude": city.longitude, "days": rows }))
}

fn hours_of_day(city: &City, arguments: &Value) -> (String, Value) {
    let number = arguments["day"].as_u64().unwrap_or(1).clamp(1, MOST_DAYS);
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
    fn every_city_has_the_days_that_are_asked_for_and_their_hours() {
        for city in CITIES {
            let asked = json!({ "city": city.name, "days": 14, "day": 14 });
            let days = &call("weather/forecast", &asked).unwrap()["structuredContent"]["days"];
            assert_eq!(days.as_array().map(Vec::len), Some(14));
            let high = days[13]["high"].as_f64().unwrap();
            let hours = &call("weather/hours", &asked).unwrap()["structuredContent"]["hours"];
            let warmest =
                hours.as_array().unwrap().iter().filter_map(|hour| hour["celsius"].as_f64()).fold(f64::MIN, f64::max);
            assert!((warmest - high).abs() < 0.1, "{}: {warmest} where the day has {high}", city.name);
        }
    }

    #[test]
    fn what_is_not_known_is_said() {
        assert_eq!(call("weather/forecast", &json!({ "city": "Atlantis" })).unwrap()["isError"], true);
        assert_eq!(call("greet", &json!({})), None);
    }
}
