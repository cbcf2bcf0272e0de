//! Checks that the modules of the layer and of the program use each other in one direction.
//!
//! Only `use` declarations outside of tests count. Using a re-exported name counts as using the file that defines it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use syn::{Attribute, Item, ItemUse, UseTree, Visibility};

use crate::shell::{TaskResult, root};

/// The crates' modules. Each uses only modules above it.
const ORDER: [(&str, &str); 2] = [
    (
        "layer/src",
        "box_future cache catch_panic constants digest endpoint headers sealer service_future setting severity \
         error origin runtime budget definitions auth model \
         app_policy validate traffic authorization \
         backend typed catalog config \
         augment body stack mcp source \
         explorer future service layer embedding fuzzing",
    ),
    (
        "host-runner/src",
        "random origin bodies connect authorization upstream stdio url_server live doctor wrap serve commands",
    ),
];

/// A module's path from the crate's root, such as `["mcp", "send"]`.
type Module = Vec<String>;

/// Fails with a list of the uses that break the order, and of the files that use each other in cycles.
pub(crate) fn check() -> TaskResult {
    let mut wrong = Vec::new();
    for (folder, order) in ORDER {
        let uses = Crate::read(&root().join(folder))?.uses();
        wrong.extend(against(&order.split_whitespace().collect::<Vec<_>>(), &uses));
        wrong.extend(in_circles(uses));
    }
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(format!("module uses that break the order or form cycles:\n{}", wrong.join("\n")))
    }
}

/// Lists the uses of modules that are not above the using module, and the modules missing from the order.
fn against(order: &[&str], uses: &BTreeSet<(Module, Module)>) -> Vec<String> {
    let place = |module: &Module| order.iter().position(|name| *name == module[0]);
    let is_wrong = |(from, to): &&(Module, Module)| match (place(from), place(to)) {
        (Some(from), Some(to)) => from < to,
        _ => true,
    };
    uses.iter().filter(is_wrong).map(|(from, to)| format!("{} uses {}", from.join("/"), to.join("/"))).collect()
}

/// Lists the uses that are part of a cycle.
fn in_circles(mut uses: BTreeSet<(Module, Module)>) -> Vec<String> {
    loop {
        let (sources, targets): (BTreeSet<_>, BTreeSet<_>) = uses.iter().cloned().unzip();
        let before = uses.len();
        uses.retain(|(from, to)| targets.contains(from) && sources.contains(to));
        if uses.len() == before {
            let shown = |(from, to): (Module, Module)| format!("{} and {}, in a cycle", from.join("/"), to.join("/"));
            return uses.into_iter().map(shown).collect();
        }
    }
}

/// A crate's modules with their declarations.
#[derive(Default)]
struct Crate(BTreeMap<Module, Vec<Use>>);

/// A name that a module imports, with the path after `use`.
struct Use {
    name: String,
    path: Vec<String>,
    is_export: bool,
}

impl Crate {
    fn read(folder: &Path) -> TaskResult<Self> {
        let mut modules = Self::default();
        modules.add(folder, &[])?;
        Ok(modules)
    }

    fn add(&mut self, folder: &Path, parent: &[String]) -> TaskResult {
        let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}", folder.display());
        for entry in fs::read_dir(folder).map_err(|error| wrong(&error))? {
            let path = entry.map_err(|error| wrong(&error))?.path();
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let is_root = ["mod", "lib", "main"].contains(&name.as_str());
            let module = [parent, if is_root { &[] } else { std::slice::from_ref(&name) }].concat();
            if name == "tests" {
                continue;
            }
            if path.is_dir() {
                self.add(&path, &module)?;
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let code = fs::read_to_string(&path).map_err(|error| wrong(&error))?;
                let file = syn::parse_file(&code).map_err(|error| format!("{}: {error}", path.display()))?;
                self.0.entry(module).or_default().extend(file.items.iter().flat_map(uses_in));
            }
        }
        Ok(())
    }

    /// Returns the pairs of a file and another file that it uses.
    fn uses(&self) -> BTreeSet<(Module, Module)> {
        let mut uses = BTreeSet::new();
        for (from, imported) in &self.0 {
            for one in imported {
                let Some(to) = self.absolute(from, &one.path).map(|path| self.defined_in(&path, 0)) else { continue };
                let is_own_export = one.is_export && to.starts_with(from);
                if !from.is_empty() && !to.is_empty() && to != *from && !is_own_export {
                    uses.insert((from.clone(), to));
                }
            }
        }
        uses
    }

    /// Returns a path from the crate's root, or `None` if it leads to another crate.
    fn absolute(&self, module: &[String], path: &[String]) -> Option<Vec<String>> {
        let supers = path.iter().take_while(|segment| *segment == "super").count();
        match path.first()?.as_str() {
            "crate" => Some(path[1..].to_vec()),
            "self" => Some([module, &path[1..]].concat()),
            "super" => Some([module.get(..module.len().checked_sub(supers)?)?, &path[supers..]].concat()),
            first => {
                let child = [module, &[first.to_owned()]].concat();
                self.0.contains_key(&child).then(|| [module, path].concat())
            }
        }
    }

    /// Returns the file that defines the item at a path, following re-exports.
    fn defined_in(&self, path: &[String], depth: usize) -> Module {
        let lengths = (0..=path.len()).rev();
        let module = lengths.map(|length| &path[..length]).find(|module| self.0.contains_key(*module));
        let module = module.unwrap_or_default();
        let exported = path.get(module.len()).and_then(|name| self.0[module].iter().find(|one| one.name == *name));
        match exported.and_then(|one| self.absolute(module, &one.path)).filter(|_| depth < path.len() + 8) {
            Some(target) => self.defined_in(&[&target[..], &path[module.len() + 1..]].concat(), depth + 1),
            None => module.to_vec(),
        }
    }
}

fn uses_in(item: &Item) -> Vec<Use> {
    let mut found = Vec::new();
    if let Item::Use(ItemUse { attrs, vis, tree, .. }) = item
        && !attrs.iter().any(is_for_tests)
    {
        flatten(tree, &[], !matches!(vis, Visibility::Inherited), &mut found);
    }
    found
}

fn is_for_tests(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg") && attribute.parse_args::<syn::Path>().is_ok_and(|path| path.is_ident("test"))
}

fn flatten(tree: &UseTree, prefix: &[String], is_export: bool, found: &mut Vec<Use>) {
    let with = |name: String| [prefix, &[name]].concat();
    match tree {
        UseTree::Path(path) => flatten(&path.tree, &with(path.ident.to_string()), is_export, found),
        UseTree::Group(group) => group.items.iter().for_each(|tree| flatten(tree, prefix, is_export, found)),
        UseTree::Name(name) if name.ident == "self" => {
            let name = prefix.last().cloned().unwrap_or_default();
            found.push(Use { name, path: prefix.to_vec(), is_export });
        }
        UseTree::Name(name) => {
            let path = with(name.ident.to_string());
            found.push(Use { name: name.ident.to_string(), path, is_export });
        }
        UseTree::Rename(rename) => {
            let path = with(rename.ident.to_string());
            found.push(Use { name: rename.rename.to_string(), path, is_export });
        }
        UseTree::Glob(_) => found.push(Use { name: String::new(), path: prefix.to_vec(), is_export }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uses(files: &[(&str, &str)]) -> BTreeSet<(Module, Module)> {
        let read = |(path, code): &(&str, &str)| {
            let module = path.split('/').filter(|name| !name.is_empty()).map(str::to_owned).collect();
            (module, syn::parse_file(code).unwrap().items.iter().flat_map(uses_in).collect())
        };
        Crate(files.iter().map(read).collect()).uses()
    }

    const FILES: [(&str, &str); 5] = [
        ("", "pub use self::b::Public;"),
        ("a", "use crate::b::{self, Inner}; use std::fmt; #[cfg(test)] use crate::c::Unused;"),
        ("b", "mod inner; pub use self::inner::{Inner, Renamed as Public};"),
        ("b/inner", "use serde::Serialize;"),
        ("c", "use crate::Public; use super::a::Thing as Other;"),
    ];

    #[test]
    fn a_use_leads_to_the_file_that_defines_the_name() {
        let found: Vec<_> = uses(&FILES).iter().map(|(from, to)| [from.join("/"), to.join("/")].join(" ")).collect();
        assert_eq!(found, ["a b", "a b/inner", "c a", "c b/inner"]);
    }

    #[test]
    fn uses_against_the_order_are_found() {
        assert_eq!(against(&["b", "a", "c"], &uses(&FILES)), [""; 0]);
        assert_eq!(against(&["b", "c", "a"], &uses(&FILES)), ["c uses a"]);
        assert_eq!(against(&["b", "a"], &uses(&FILES)), ["c uses a", "c uses b/inner"]);
    }

    #[test]
    fn files_in_circles_are_found() {
        assert_eq!(in_circles(uses(&FILES)), [""; 0]);
        let circle = [
            ("a", "use super::b::B;"),
            ("b", "use crate::c::C;"),
            ("c", "use super::a::A;"),
            ("d", "use super::a::A;"),
            ("", ""),
        ];
        let found = in_circles(uses(&circle));
        assert_eq!(found, ["a and b, in a cycle", "b and c, in a cycle", "c and a, in a cycle"]);
    }
}
