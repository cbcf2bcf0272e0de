//! A server over stdio built with the official Rust SDK, for the tests and benches.

use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ServiceExt as _, schemars, tool, tool_router};

struct Greeter {
    greeting: &'static str,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
struct Greet {
    /// The name of the person to greet.
    name: String,
}

#[tool_router(server_handler)]
impl Greeter {
    #[tool(description = "Greets somebody by name")]
    fn greet(&self, Parameters(Greet { name }): Parameters<Greet>) -> String {
        format!("{}, {name}!", self.greeting)
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    Greeter { greeting: "Hello" }.serve(rmcp::transport::stdio()).await?.waiting().await?;
    Ok(())
}
