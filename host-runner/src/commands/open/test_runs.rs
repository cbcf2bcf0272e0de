//! `GET tests` lists the tests in the page's file. `POST tests` runs them, or adds a test.

use std::sync::Arc;

use http::{Method, Request, Response, StatusCode};
use hyper::body::Incoming;
use mcp_ui_host::ServerBody;
use mcp_ui_host::bodies::BodyRoom;
use serde_json::Value;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use super::{own_runtime, response};
use crate::commands::Failure;
use crate::commands::verbs::{Order, ShownTests};

/// Maximum size of a request, including a test to add, in bytes. A larger request gets 413.
const MAX_ORDER: usize = 1 << 20;

/// Maximum total size of simultaneous requests, in bytes. A request that does not fit gets 503.
const ROOM: usize = 4 * MAX_ORDER;

/// The page's tests. Clones share the limit of one run at a time.
#[derive(Clone)]
pub(super) struct TestRuns {
    tests: Arc<ShownTests>,
    room: BodyRoom,
    runs: Arc<Semaphore>,
}

impl TestRuns {
    pub(super) fn new(tests: ShownTests) -> Self {
        Self { tests: Arc::new(tests), room: BodyRoom::new(ROOM), runs: Arc::new(Semaphore::new(1)) }
    }

    pub(super) async fn respond(&self, request: Request<Incoming>) -> Response<ServerBody> {
        match *request.method() {
            Method::GET => match serde_json::to_string(&self.tests.list()) {
                Ok(json) => response::json(json),
                Err(error) => response::error(StatusCode::INTERNAL_SERVER_ERROR, &error.to_string()),
            },
            Method::POST => self.follow(request.into_body()).await,
            _ => response::method_not_allowed("GET, POST"),
        }
    }

    async fn follow(&self, body: Incoming) -> Response<ServerBody> {
        let body = match self.room.read(body, MAX_ORDER).await {
            Ok(body) => body,
            Err(error) => return response::error(error.status(), &error.to_string()),
        };
        let order = match serde_json::from_slice(&body.bytes) {
            Ok(order) => order,
            Err(error) => {
                return response::error(StatusCode::BAD_REQUEST, &format!("The request is malformed: {error}."));
            }
        };
        let Ok(permit) = Arc::clone(&self.runs).try_acquire_owned() else {
            return response::error(
                StatusCode::SERVICE_UNAVAILABLE,
                "Tests are already running. Try again when they are done.",
            );
        };
        match done(Arc::clone(&self.tests), order, permit).await {
            Some(Ok(json)) => response::json(json.to_string()),
            Some(Err(failure)) => response::error(StatusCode::UNPROCESSABLE_ENTITY, &failure.to_string()),
            None => response::error(StatusCode::INTERNAL_SERVER_ERROR, "The tests could not be run."),
        }
    }
}

/// Carries out an order on its own thread, because the compiler cannot prove that a run is `Send`. When the page
/// disconnects, the run and its server process end.
async fn done(tests: Arc<ShownTests>, order: Order, permit: OwnedSemaphorePermit) -> Option<Result<Value, Failure>> {
    let (mut sender, result) = oneshot::channel();
    std::thread::spawn(move || {
        own_runtime::block_on(async {
            let done = tokio::select! {
                done = tests.follow(order) => Some(done),
                () = sender.closed() => None,
            };
            if let Some(done) = done {
                // Fails only if the page is gone.
                let _ = sender.send(done);
            }
        });
        drop(permit);
    });
    result.await.ok()
}
