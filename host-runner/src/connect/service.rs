/// Implements tower's `Service` for a cloneable type that accepts every request, and answers it even if its server fails.
///
/// The arguments are the type, the bounds of the request body, and an async function from the service and the request to
/// the response.
macro_rules! always_ready {
    ($service:ty, [$($bounds:tt)+], $respond:path) => {
        impl<B> tower_service::Service<http::Request<B>> for $service
        where
            B: http_body::Body<$($bounds)+> + Send + 'static,
        {
            type Response = http::Response<$crate::connect::ServerBody>;
            type Error = std::convert::Infallible;
            type Future = std::pin::Pin<Box<dyn Future<Output = Result<Self::Response, Self::Error>> + Send>>;

            fn poll_ready(&mut self, _: &mut std::task::Context<'_>) -> std::task::Poll<Result<(), Self::Error>> {
                std::task::Poll::Ready(Ok(()))
            }

            fn call(&mut self, request: http::Request<B>) -> Self::Future {
                let service = self.clone();
                Box::pin(async move { Ok($respond(service, request).await) })
            }
        }
    };
}

pub(crate) use always_ready;
