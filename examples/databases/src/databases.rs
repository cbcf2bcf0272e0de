//! The databases, which are invented and always the same.

use std::fmt;

use rmcp::schemars::JsonSchema;
use serde::Serialize;

const DATABASES: [(&str, u64); 6] = [
    ("admin", 344_064),
    ("config", 180_224),
    ("local", 73_728),
    ("sample_airbnb", 55_042_048),
    ("sample_mflix", 128_249_856),
    ("shop_orders", 3_221_225_472),
];

#[derive(Serialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars", rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
pub(crate) struct Databases {
    databases: Vec<Database>,
    total_count: usize,
}

#[derive(Serialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars", inline)]
struct Database {
    name: &'static str,
    /// Size on disk in bytes
    size: u64,
}

impl Databases {
    pub(crate) fn all() -> Self {
        let databases = DATABASES.map(|(name, size)| Database { name, size });
        Self { total_count: databases.len(), databases: databases.into() }
    }
}

/// The text for models and for clients without UIs.
impl fmt::Display for Databases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Found {} databases:", self.total_count)?;
        self.databases.iter().try_for_each(|Database { name, size }| write!(f, "\n{name}: {size} bytes"))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_data_and_the_text_have_every_database() {
        let data = serde_json::to_value(Databases::all()).unwrap();
        assert_eq!(data["totalCount"], DATABASES.len());
        assert_eq!(data["databases"][0], json!({ "name": "admin", "size": 344_064 }));
        assert_eq!(Databases::all().to_string().lines().count(), DATABASES.len() + 1);
    }
}
