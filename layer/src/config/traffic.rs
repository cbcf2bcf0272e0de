//! The settings for recorded traffic in the explorer.

use super::McpUiConfig;
#[cfg(feature = "traffic")]
use crate::traffic::Traffic;

/// The recorded messages that a viewer may see: see [`McpUiConfig::see_traffic`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum TrafficScope {
    /// The messages from requests with the viewer's own credentials.
    #[default]
    Own,
    /// All callers' messages.
    All,
}

impl McpUiConfig {
    /// Shows the messages recorded by a [`Traffic`] in the explorer. Default: no messages.
    ///
    /// [`McpUiLayer::traffic`](crate::McpUiLayer::traffic) does this, and also records them. This setting is for
    /// traffic recorded elsewhere, for example at another place in the stack.
    ///
    /// Only callers accepted by the [auth hook](Self::auth) see the messages. Without a hook, viewers must use a
    /// loopback name, because all anonymous callers would count as the same caller.
    #[cfg(feature = "traffic")]
    pub fn traffic(self, traffic: &Traffic) -> Self {
        Self { traffic: traffic.clone(), ..self }
    }

    /// Sets the recorded messages that a viewer may see. Default [`TrafficScope::Own`].
    pub fn see_traffic(self, scope: TrafficScope) -> Self {
        Self { see_traffic: scope, ..self }
    }

    /// Sets whether a recorded call from another client automatically opens its tool's app in the explorer. Viewers can
    /// change this for themselves. Default `false`.
    pub fn open_apps(self, enabled: bool) -> Self {
        Self { open_apps: enabled, ..self }
    }
}
