use std::convert::Infallible;
use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use http_body_util::Full;
use pin_project_lite::pin_project;

pin_project! {
    #[project = PassedOrOwnProjected]
    enum PassedOrOwn<B> {
        Passed { #[pin] body: B },
        Own { #[pin] body: Full<Bytes> },
    }
}

impl<B> Body for PassedOrOwn<B>
where
    B: Body,
    B::Data: From<Bytes>,
{
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        match self.project() {
            PassedOrOwnProjected::Passed { body } => body.poll_frame(cx),
            PassedOrOwnProjected::Own { body } => body.poll_frame(cx).map(|frame| {
                frame.map(|frame| frame.map(|frame| frame.map_data(Into::into)).map_err(|never| match never {}))
            }),
        }
    }

    fn is_end_stream(&self) -> bool {
        match self {
            Self::Passed { body } => body.is_end_stream(),
            Self::Own { body } => body.is_end_stream(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Passed { body } => body.size_hint(),
            Self::Own { body } => body.size_hint(),
        }
    }
}

/// Defines an opaque body over [`PassedOrOwn`].
macro_rules! opaque_body {
    ($(#[$doc:meta])* $name:ident<B $(= $default:ty)?>) => {
        pin_project! {
            $(#[$doc])*
            pub struct $name<B $(= $default)?> {
                #[pin]
                inner: PassedOrOwn<B>,
            }
        }

        impl<B> $name<B> {
            pub(crate) fn passed(body: B) -> Self {
                Self { inner: PassedOrOwn::Passed { body } }
            }

            pub(crate) fn own(bytes: Bytes) -> Self {
                Self { inner: PassedOrOwn::Own { body: Full::new(bytes) } }
            }
        }

        /// An empty body.
        impl<B> Default for $name<B> {
            fn default() -> Self {
                Self::own(Bytes::new())
            }
        }

        impl<B> Body for $name<B>
        where
            B: Body,
            B::Data: From<Bytes>,
        {
            type Data = B::Data;
            type Error = B::Error;

            fn poll_frame(
                self: Pin<&mut Self>,
                cx: &mut Context<'_>,
            ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
                self.project().inner.poll_frame(cx)
            }

            fn is_end_stream(&self) -> bool {
                self.inner.is_end_stream()
            }

            fn size_hint(&self) -> SizeHint {
                self.inner.size_hint()
            }
        }

        impl<B> fmt::Debug for $name<B> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self.inner {
                    PassedOrOwn::Passed { .. } => concat!(stringify!($name), "(passed)"),
                    PassedOrOwn::Own { .. } => concat!(stringify!($name), "(own)"),
                })
            }
        }
    };
}

opaque_body! {
    /// The body of a response of [`McpUi`](crate::McpUi): the inner service's, untouched, or the explorer's answer.
    ResponseBody<B>
}

opaque_body! {
    /// The body of a request that reaches an MCP service: the client's, untouched, or a message of the explorer's.
    ///
    /// Services that are generic over the request's body, as those of axum, tonic and rmcp are, take it as it is. By
    /// default, every request is the explorer's own.
    RequestBody<B = NoBody>
}

/// A body that cannot be: no client's body ever stands in a [`RequestBody`] by default.
#[derive(Debug)]
pub enum NoBody {}

impl Body for NoBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match *self {}
    }
}
