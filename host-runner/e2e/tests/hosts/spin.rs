//! The components have the exact interface names that Spin looks for, and the applications run on Spin. The tests that
//! need the program `spin` are ignored; `cargo xtask test components` runs them where it is installed.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use bytes::Bytes;
use http::Request;
use mcp_ui_host_e2e::{Server, component};
use toml::{Table, Value};
use wac_types::{Package, Types};

use crate::corpus;

/// The interface that lets Spin put a middleware in front of a component.
const HANDLER: &str = "wasi:http/handler@0.3.0";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/spin")
}

fn manifest(application: &str) -> Table {
    fs::read_to_string(folder().join(application).with_extension("toml")).unwrap().parse().unwrap()
}

/// A component's import and export names.
struct Interfaces {
    imports: BTreeSet<String>,
    exports: BTreeSet<String>,
}

/// Returns the interfaces of the component named in a manifest.
fn interfaces(path: &Value) -> Interfaces {
    let path = folder().join(path.as_str().unwrap());
    let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut types = Types::default();
    let package = Package::from_bytes("component", None, bytes, &mut types).unwrap();
    let world = &types[package.ty()];
    Interfaces { imports: world.imports.keys().cloned().collect(), exports: world.exports.keys().cloned().collect() }
}

/// Spin registers dependencies by package, so a single component must export everything that is imported from a
/// package.
#[test]
fn the_tools_supply_every_interface_of_their_package() {
    let manifest = manifest("explorer");
    let explorer = &manifest["component"]["explorer"];
    let dependencies = explorer["dependencies"].as_table().unwrap();
    let (name, dependency) = dependencies.iter().next().unwrap();
    assert_eq!((dependencies.len(), &**name), (1, "mcp-ui:tools@0.2.0"));
    let imports = interfaces(&explorer["source"]).imports;
    let imports: BTreeSet<_> = imports.into_iter().filter(|import| import.starts_with("mcp-ui:tools/")).collect();
    assert!(imports.contains("mcp-ui:tools/resources@0.2.0"), "{imports:?}");
    let exports = interfaces(&dependency["path"]).exports;
    assert!(imports.is_subset(&exports), "{imports:?} of {exports:?}");
}

#[test]
fn the_middleware_and_the_server_have_the_handler_by_its_exact_name() {
    let manifest = manifest("middleware");
    let middleware = &manifest["trigger"]["http"][0]["dependencies"]["middleware"][0];
    let Interfaces { imports, exports } = interfaces(&middleware["path"]);
    assert!(imports.contains(HANDLER) && exports.contains(HANDLER), "{imports:?} {exports:?}");
    let server = &manifest["component"]["server"];
    assert!(interfaces(&server["source"]).exports.contains(HANDLER));
}

/// Without `inherit_configuration`, a middleware silently uses every setting's default.
#[test]
fn every_middleware_inherits_the_settings_of_its_component() {
    for application in ["spin", "middleware"] {
        for trigger in manifest(application)["trigger"]["http"].as_array().unwrap() {
            for middleware in trigger["dependencies"]["middleware"].as_array().unwrap() {
                let inherited = middleware["inherit_configuration"].as_array().unwrap();
                assert_eq!(inherited, &[Value::from("environment")], "{application}: {trigger}");
            }
        }
    }
}

fn up(manifest: &Path) -> Server {
    let mut spin = Command::new("spin");
    spin.args(["up", "--listen", "127.0.0.1:0", "--from"]).arg(manifest);
    Server::launch(spin)
}

/// Starts an example application.
pub(crate) fn application(name: &str) -> Server {
    up(&folder().join(name).with_extension("toml"))
}

#[tokio::test]
#[ignore = "needs spin"]
async fn both_applications_run_on_spin() {
    for application in ["middleware", "explorer"] {
        let server = self::application(application);
        let get = |path| Request::get(path).header("host", "localhost").body(Bytes::new()).unwrap();
        let page = server.send(get("/explorer")).await;
        assert!(String::from_utf8_lossy(page.body()).contains("<title>Tools on Spin"), "{application}");
        let call = Request::post("/explorer/tools/greet/call").header("host", "localhost");
        let response = server.send(call.body(Bytes::from(r#"{"name":"Spin"}"#)).unwrap()).await;
        assert!(String::from_utf8_lossy(response.body()).contains("Hello, Spin!"), "{application}: {response:?}");
        let app = server.send(get("/explorer/resources/read?uri=ui://weather/forecast.html")).await;
        assert!(String::from_utf8_lossy(app.body()).contains("mcp-app"), "{application}: {}", app.status());
        let passed = server.send(get("/mcp")).await;
        assert_eq!(passed.status(), if application == "middleware" { 400 } else { 404 });
    }
}

#[tokio::test]
#[ignore = "needs spin"]
async fn the_manifest_to_copy_from_shows_the_tools_and_runs_none() {
    let server = application("spin");
    let (status, page) = server.get("/explorer").await;
    assert!(status == 200 && page.contains("<title>Tools on Spin"), "{status} {page}");
    let (status, tools) = server.get("/explorer/tools").await;
    assert!(status == 200 && tools.contains("greet"), "{status} {tools}");
    assert_eq!(server.post("/explorer/tools/greet/call", r#"{"name":"Spin"}"#).await.0, 403);
    assert_eq!(server.get("/mcp").await.0, 400, "the server wants a version of the protocol");
    assert_eq!(server.get("/elsewhere").await.0, 404);
}

/// Runs the corpus against a manifest's application. `change` replaces the components and the settings in the manifest.
async fn run_corpus(application: &str, change: fn(&mut Table, Value)) {
    corpus::run(async |profile| {
        let settings: Table = profile.iter().map(|(name, value)| (name.clone(), value.as_str().into())).collect();
        let mut manifest = manifest(application);
        change(&mut manifest, settings.into());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("spin-{application}.toml"));
        fs::write(&path, manifest.to_string()).unwrap();
        up(&path)
    })
    .await;
}

fn path_of(name: &str) -> Value {
    component(name).to_str().unwrap().into()
}

#[tokio::test]
#[ignore = "needs spin"]
async fn the_corpus_on_spin_with_the_middleware() {
    run_corpus("middleware", |manifest, settings| {
        manifest["trigger"]["http"][0]["dependencies"]["middleware"][0]["path"] = path_of("middleware");
        let server = &mut manifest["component"]["server"];
        server["source"] = path_of("fixture-backend");
        server["environment"] = settings;
    })
    .await;
}

#[tokio::test]
#[ignore = "needs spin"]
async fn the_corpus_on_spin_with_the_explorer() {
    run_corpus("explorer", |manifest, settings| {
        let explorer = &mut manifest["component"]["explorer"];
        explorer["source"] = path_of("explorer");
        explorer["environment"] = settings;
        explorer["dependencies"]["mcp-ui:tools@0.2.0"]["path"] = path_of("fixture-corpus-tools");
    })
    .await;
}
