use std::convert::Infallible;

use axum::body::Body;
use http::{Request, Response, StatusCode};
use mcp_ui_host::{HttpServer, origin};
use tower::{Service, ServiceExt as _, service_fn};
use tower_mcp_ui::RequestBody;

use crate::{endpoint, guard, refusal};

/// A service that forwards requests for the MCP endpoint to the upstream server.
pub(crate) fn service(
    server: HttpServer,
) -> impl Service<Request<RequestBody<Body>>, Response = Response<Body>, Error = Infallible, Future: Send>
+ Clone
+ Send
+ Sync {
    let path = server.url().path().to_owned();
    service_fn(move |request: Request<RequestBody<Body>>| {
        let checked = check(&request, &path);
        let server = server.clone();
        async move {
            Ok(match checked {
                Ok(()) => server.oneshot(request).await?.map(Body::new),
                Err(mut refusal) => {
                    origin::protect(refusal.headers_mut());
                    refusal
                }
            })
        }
    })
}

fn check<B>(request: &Request<B>, path: &str) -> Result<(), Response<Body>> {
    guard::check(request.headers())?;
    endpoint::check_path(request.uri().path(), path)?;
    origin::check_purpose(request.headers()).map_err(|text| refusal::text(StatusCode::FORBIDDEN, text + "\n"))
}
