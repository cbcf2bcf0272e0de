//! Tools, an MCP app and a prompt as a component, to be served by the explorer.

mod brew;
mod order;
mod packing;
mod tools;

wit_bindgen::generate!({ path: "../../wit", world: "tools-with-offers" });

use exports::mcp_ui::tools::tool_handler::{Call, CallFailure, Outcome};
use exports::mcp_ui::tools::types::{Context, Document, Failure};
use exports::mcp_ui::tools::{prompts, resources, tool_handler, tools_provider};
use serde_json::json;

struct Component;

impl tools_provider::Guest for Component {
    async fn list_tools(_: Context) -> Result<Document, Failure> {
        Ok(Document::Whole(tools::list().to_string()))
    }
}

impl tool_handler::Guest for Component {
    async fn call_tool(call: Call, context: Context) -> Result<Outcome, CallFailure> {
        if call.name == "brew" {
            return Ok(Outcome::Messages(brew::call()));
        }
        if call.name == "vault" && !has_key(&context) {
            return Err(CallFailure::Denied("the request lacks the vault's key".to_owned()));
        }
        match tools::call(&call) {
            Ok(result) => Ok(Outcome::Result(Document::Whole(result.to_string()))),
            Err(error) => Err(CallFailure::Failed(error.to_string())),
        }
    }
}

impl resources::Guest for Component {
    async fn list_resources(_: Context) -> Result<Document, Failure> {
        Ok(Document::Whole(json!([weather::resource()]).to_string()))
    }

    async fn read_resource(uri: String, _: Context) -> Result<Option<Document>, Failure> {
        let contents = (uri == weather::URI).then(|| json!({ "contents": [weather::contents()] }));
        Ok(contents.map(|contents| Document::Whole(contents.to_string())))
    }
}

impl prompts::Guest for Component {
    async fn list_prompts(_: Context) -> Result<Document, Failure> {
        Ok(Document::Whole(json!([packing::prompt()]).to_string()))
    }

    async fn get_prompt(_: String, arguments: Vec<prompts::Argument>, _: Context) -> Result<Document, CallFailure> {
        let messages = packing::messages(arguments.into_iter().collect());
        messages.map(|messages| Document::Whole(messages.to_string())).map_err(CallFailure::Failed)
    }

    async fn complete(completion: prompts::Completion, _: Context) -> Result<Vec<String>, Failure> {
        Ok(packing::complete(&completion))
    }
}

/// Shows how a handler can inspect the request and deny a call.
fn has_key(context: &Context) -> bool {
    context.headers.iter().any(|(name, value)| name == "x-vault-key" && value == b"sesame")
}

export!(Component);
