//! The JSON Schema Test Suite, which tests argument validation.

use std::path::PathBuf;

use crate::shell::{TaskResult, program, python, run, target};

/// The Python package whose sources contain the suite.
const PACKAGE: &str = "jsonschema";
const VERSION: &str = "4.25.1";

/// Returns the suite's folder. Downloads the suite if it is missing.
pub(crate) fn fetch() -> TaskResult<PathBuf> {
    let folder = target().join("json-schema-suite");
    let tests = folder.join(format!("{PACKAGE}-{VERSION}/json/tests"));
    if !tests.is_dir() {
        let mut download = program(&python("pip")?, &["download", "--quiet", "--no-deps", "--no-binary", ":all:"]);
        download.arg("--dest").arg(&folder).arg(format!("{PACKAGE}=={VERSION}"));
        run(download)?;
        let mut unpack = program("tar", &["-xzf"]);
        unpack.arg(folder.join(format!("{PACKAGE}-{VERSION}.tar.gz"))).arg("-C").arg(&folder);
        run(unpack)?;
    }
    Ok(tests)
}
