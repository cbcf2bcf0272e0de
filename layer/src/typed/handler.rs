//! The accepted forms for a tool's handler.

use std::marker::PhantomData;

use serde::de::DeserializeOwned;
use tower_service::Service;

use super::FromToolCall;
use crate::backend::{Arguments, CallError, HandlerFn, IntoToolHandler, ToolCall, result_of};
use crate::error::BoxError;
use crate::model::{CallToolResult, IntoCallToolResult};

/// The handler for one tool, as [`Tools::tool`](crate::Tools::tool) takes it.
///
/// A handler is an async function. It takes the tool's arguments as a type that implements `serde::Deserialize`. Before
/// them, or instead of them, it can take up to four values from the call: see
/// [`FromToolCall`](crate::tools::FromToolCall).
///
/// ```
/// use serde::Deserialize;
/// use tower_mcp_ui::{Tool, Tools};
/// use tower_mcp_ui::tools::{CallContext, LogLevel, RequestParts};
///
/// #[derive(Deserialize)]
/// struct Greet { name: String }
///
/// async fn greet(Greet { name }: Greet) -> String {
///     format!("Hello, {name}!")
/// }
///
/// async fn rename(context: CallContext, request: RequestParts, Greet { name }: Greet) -> Result<String, std::io::Error> {
///     context.log(LogLevel::Info, "renaming").await;
///     std::fs::rename("greeting.txt", &name)?;
///     Ok(format!("renamed to {name} for {:?}", request.headers.get("user-agent")))
/// }
///
/// let tools = Tools::new()
///     .tool(Tool::new("greet", "Greets somebody"), greet)
///     .tool(Tool::new("rename", "Renames the greeting"), rename)
///     .tool(Tool::new("ping", "Answers"), || async { "pong" });
/// ```
///
/// The result is any type that implements [`IntoCallToolResult`]: a string, a [`CallToolResult`],
/// [`Structured`](crate::tools::Structured) data, or a `Result` with one of these. A [`tower_service::Service`] from
/// [`ToolCall`] to [`CallToolResult`] is a handler, too. The compiler infers `Marker`, which tells these forms apart.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a handler of a tool",
    label = "not a handler of a tool",
    note = "a handler is an async function whose last argument implements `serde::Deserialize`, or one without arguments",
    note = "it returns text, a `CallToolResult`, `Structured<T>`, or a `Result` of one of these whose error is `Into<BoxError>`",
    note = "up to four arguments that implement `FromToolCall` may come first, such as `CallContext`, `RequestParts` and this crate's `Extension<T>`"
)]
pub trait TypedToolHandler<Marker> {
    /// The arguments' type.
    type Arguments;
    /// The result's type.
    type Output;

    /// Converts the value into a handler that works for any tool.
    fn into_handler(self) -> HandlerFn;
}

/// Marks handlers without tool arguments. `Parts` are the types of the values that they take from the call.
#[derive(Debug)]
pub struct WithoutArguments<Parts>(PhantomData<Parts>);

macro_rules! typed_tool_handler {
    ($($part:ident $variable:ident),*) => {
        impl<F, Fut, $($part,)* A> TypedToolHandler<fn($($part,)* A)> for F
        where
            F: Fn($($part,)* A) -> Fut + Send + Sync + 'static,
            Fut: Future<Output: IntoCallToolResult> + Send + 'static,
            $($part: FromToolCall,)*
            A: DeserializeOwned,
        {
            type Arguments = A;
            type Output = Fut::Output;

            fn into_handler(self) -> HandlerFn {
                HandlerFn::new(move |call: ToolCall| {
                    let start = || -> Result<_, CallError> {
                        $(let $variable = $part::from_tool_call(&call)?;)*
                        let arguments = call.arguments.parse::<A>().map_err(|error| wrong_arguments(&error))?;
                        Ok(self($($variable,)* arguments))
                    };
                    let started = start();
                    Box::pin(async move { result_of(started?).await })
                })
            }
        }

        impl<F, Fut, $($part,)*> TypedToolHandler<WithoutArguments<($($part,)*)>> for F
        where
            F: Fn($($part,)*) -> Fut + Send + Sync + 'static,
            Fut: Future<Output: IntoCallToolResult> + Send + 'static,
            $($part: FromToolCall,)*
        {
            type Arguments = Arguments;
            type Output = Fut::Output;

            fn into_handler(self) -> HandlerFn {
                HandlerFn::new(move |_call: ToolCall| {
                    let start = || -> Result<_, CallError> { Ok(self($($part::from_tool_call(&_call)?,)*)) };
                    let started = start();
                    Box::pin(async move { result_of(started?).await })
                })
            }
        }
    };
}

typed_tool_handler!();
typed_tool_handler!(P1 first);
typed_tool_handler!(P1 first, P2 second);
typed_tool_handler!(P1 first, P2 second, P3 third);
typed_tool_handler!(P1 first, P2 second, P3 third, P4 fourth);

/// Marks services.
#[derive(Debug)]
pub struct OfService;

/// Each call gets a clone of the service, which is polled ready first.
impl<S> TypedToolHandler<OfService> for S
where
    S: Service<ToolCall, Response = CallToolResult> + Clone + Send + 'static,
    S::Future: Send,
    S::Error: Into<BoxError>,
{
    type Arguments = Arguments;
    type Output = CallToolResult;

    fn into_handler(self) -> HandlerFn {
        IntoToolHandler::<fn(ToolCall)>::into_tool_handler(self)
    }
}

/// Returns the refusal for arguments that do not fit the type. It omits the position in the JSON text, which means
/// little to the caller.
fn wrong_arguments(error: &serde_json::Error) -> CallError {
    let text = error.to_string();
    let reason = text.rsplit_once(" at line ").map_or(text.as_str(), |(reason, _)| reason);
    CallError::failed(format!("The arguments are invalid: {reason}"))
}
