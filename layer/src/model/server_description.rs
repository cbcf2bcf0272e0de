//! A server's description in `GET {prefix}/server`: its self-description, unchanged, and the MCP revision in which it
//! was requested.

use super::{ObjectWriter, RawJson, RawObject};

/// The `_meta` member with a server's identity (2026-07-28).
const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";

/// The known facts about a server. A member is omitted if the server has not sent it, or has sent it with a type that
/// MCP does not allow.
#[derive(Clone, Debug, Default)]
pub(crate) struct ServerDescription {
    pub(crate) protocol_version: Option<&'static str>,
    /// The path and query at which clients reach the server, on the explorer's origin.
    pub(crate) endpoint: Option<String>,
    server_info: Option<RawJson>,
    capabilities: Option<RawJson>,
    instructions: Option<RawJson>,
    supported_versions: Option<RawJson>,
}

impl ServerDescription {
    /// Reads an `initialize` or `server/discover` result. The identity is a member of the former, and in the metadata
    /// of the latter.
    ///
    /// The parts are copied, because the description outlives the response.
    pub(crate) fn of_result(protocol_version: &'static str, result: &RawJson) -> Self {
        let result = RawObject::parse(result).unwrap_or_default();
        let part = |key: &str, start: char| {
            result.get(key).filter(|value| value.get().starts_with(start)).map(RawJson::detached)
        };
        Self {
            server_info: part("serverInfo", '{').or_else(|| Self::server_info_in(&result)),
            capabilities: part("capabilities", '{'),
            instructions: part("instructions", '"'),
            supported_versions: part("supportedVersions", '['),
            ..Self::of_revision(protocol_version)
        }
    }

    /// Creates a description for a server when only its revision is known.
    pub(crate) fn of_revision(protocol_version: &'static str) -> Self {
        Self { protocol_version: Some(protocol_version), ..Self::default() }
    }

    /// Sets the server's path and query for clients.
    pub(crate) fn at(self, endpoint: Option<String>) -> Self {
        Self { endpoint, ..self }
    }

    /// Adds the identity.
    pub(crate) fn named(self, server_info: RawJson) -> Self {
        Self { server_info: Some(server_info), ..self }
    }

    /// Returns the server's identity from the metadata of any result.
    pub(crate) fn server_info_in(result: &RawObject) -> Option<RawJson> {
        let meta = RawObject::parse(result.get("_meta")?).ok()?;
        meta.get(SERVER_INFO).filter(|info| info.is_object()).map(RawJson::detached)
    }

    /// Returns whether the server has declared its capabilities, but no tools among them.
    pub(crate) fn declares_no_tools(&self) -> bool {
        let capabilities = self.capabilities.as_ref().and_then(|capabilities| RawObject::parse(capabilities).ok());
        capabilities.is_some_and(|capabilities| capabilities.get("tools").is_none())
    }

    /// Returns the strings' memory in bytes.
    pub(crate) fn size(&self) -> usize {
        let texts = [&self.server_info, &self.capabilities, &self.instructions, &self.supported_versions];
        texts.into_iter().flatten().map(|text| text.get().len()).sum()
    }

    /// Writes the known members, except for the endpoint.
    pub(crate) fn write_members(&self, object: &mut ObjectWriter<'_>) {
        if let Some(version) = self.protocol_version {
            object.string_member("protocolVersion", version);
        }
        for (key, value) in [
            ("supportedVersions", &self.supported_versions),
            ("serverInfo", &self.server_info),
            ("capabilities", &self.capabilities),
            ("instructions", &self.instructions),
        ] {
            if let Some(value) = value {
                object.member(key, value.as_bytes());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(result: &'static str) -> String {
        let description = ServerDescription::of_result("2025-11-25", &RawJson::literal(result));
        let mut out = Vec::new();
        let mut object = ObjectWriter::begin(&mut out);
        description.write_members(&mut object);
        object.end();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_members_are_as_they_came() {
        assert_eq!(
            members(
                r#"{"instructions":"a\u0062","capabilities":{ "x": 1.0 },"serverInfo":{"name":"n","y":[]},"other":1}"#
            ),
            r#"{"protocolVersion":"2025-11-25","serverInfo":{"name":"n","y":[]},"capabilities":{ "x": 1.0 },"#
                .to_owned()
                + r#""instructions":"a\u0062"}"#
        );
    }

    #[test]
    fn the_identity_may_be_metadata() {
        assert_eq!(
            members(r#"{"supportedVersions":["a"],"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"n"}}}"#),
            r#"{"protocolVersion":"2025-11-25","supportedVersions":["a"],"serverInfo":{"name":"n"}}"#
        );
    }

    #[test]
    fn members_of_another_type_are_left_out() {
        for result in [
            r#"{"serverInfo":"n","capabilities":[],"instructions":{},"supportedVersions":"a"}"#,
            r#"{"serverInfo":null,"capabilities":null,"instructions":null,"_meta":7}"#,
            r#"{"_meta":{"io.modelcontextprotocol/serverInfo":"n"}}"#,
            "7",
        ] {
            assert_eq!(members(result), r#"{"protocolVersion":"2025-11-25"}"#, "{result}");
        }
    }
}
