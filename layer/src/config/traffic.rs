//! The settings of the recorded traffic in the explorer.

use super::McpUiConfig;
#[cfg(feature = "traffic")]
use crate::traffic::Traffic;

/// The recorded messages that a viewer may see: see [`McpUiConfig::see_traffic`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum TrafficScope {
    /// The messages of requests with the viewer's own credentials.
    #[default]
    Own,
    /// The messages of all callers.
    All,
}

impl McpUiConfig {
    /// Shows the messages that a [`Traffic`] records in the explorer. Default: none.
    ///
    /// [`McpUiLayer::traffic`](crate::McpUiLayer::traffic) does this, and also records them. This setting is for
    /// traffic that is recorded at another place of the stack, or elsewhere.
    ///
    /// Only callers whom the [auth hook](Self::auth) accepts see them. Without a hook, viewers must use a loopback
    /// name: all anonymous callers would count as one.
    #[cfg(feature = "traffic")]
    pub fn traffic(mut self, traffic: &Traffic) -> Self {
        self.traffic = traffic.clone();
        self
    }

    /// Sets the recorded messages that a viewer may see. Default [`TrafficScope::Own`].
    pub fn see_traffic(mut self, scope: TrafficScope) -> Self {
        self.see_traffic = scope;
        self
    }

    /// Sets whether recorded calls of other clients open the apps of their tools in the explorer by themselves, as long
    /// as a viewer has not chosen otherwise. Default `false`.
    pub fn open_apps(mut self, enabled: bool) -> Self {
        self.open_apps = enabled;
        self
    }
}
