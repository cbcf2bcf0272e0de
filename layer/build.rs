//! Joins the page's sections without their comments and indentation, hashes them for its Content-Security-Policy and
//! compresses the page around what is filled in later, so that none of it is done at run time.

use std::fmt::Write as _;
use std::io::Write as _;
use std::num::NonZeroU64;
use std::path::Path;
use std::{env, fs};

use base64::Engine as _;
use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};
use sha2::{Digest as _, Sha256};

fn main() {
    println!("cargo::rerun-if-changed=ui");
    let sections = read(Path::new("ui/sections.txt"));
    let sections: Vec<&str> =
        sections.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let style = join(&sections, ".css");
    let script = join(&sections, ".js");
    assert!(!style.contains("</style"), "the page's style would end its element");
    assert!(!script.contains("</script") && !script.contains("<!--"), "the page's script would end its element");

    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    let write = |name: &str, bytes: &[u8]| fs::write(Path::new(&out).join(name), bytes).expect("OUT_DIR is writable");
    let page = read(Path::new("ui/page.html"));
    write("page.hash", csp_hash(&[&*page, &style, &script].concat()).as_bytes());
    write("style.hash", csp_hash(&style).as_bytes());
    write("script.hash", csp_hash(&script).as_bytes());

    let mut pieces = String::new();
    for (at, (text, value)) in split(&page, &style, &script).iter().enumerate() {
        write(&format!("{at}.deflate"), &if value.is_some() { blocks(text) } else { last_blocks(text) });
        let crc = crc(text);
        let (crc, length) = (crc.sum(), crc.amount());
        writeln!(
            pieces,
            "Piece::Fixed(Asset {{ deflated: include_bytes!(\"{at}.deflate\"), \
             checksum: Checksum {{ crc: {crc}, length: {length} }} }}),"
        )
        .and_then(|()| value.map_or(Ok(()), |name| writeln!(pieces, "Piece::Value(\"{name}\"),")))
        .expect("a string takes everything");
    }
    write("pieces.rs", format!("&[\n{pieces}]\n").as_bytes());
}

/// The page's fixed texts, style and script included, each with the name of the value that follows it.
fn split<'p>(page: &'p str, style: &str, script: &str) -> Vec<(String, Option<&'p str>)> {
    let mut parts = page.split("{{");
    let mut text = parts.next().unwrap_or_default().to_owned();
    let mut pieces = Vec::new();
    for part in parts {
        let (name, after) = part.split_once("}}").expect("every placeholder ends");
        match name {
            "STYLE" => text.push_str(style),
            "SCRIPT" => text.push_str(script),
            name => pieces.push((std::mem::take(&mut text), Some(name))),
        }
        text.push_str(after);
    }
    pieces.push((text, None));
    pieces
}

fn crc(text: &str) -> Crc {
    let mut crc = Crc::new();
    crc.update(text.as_bytes());
    crc
}

/// Blocks of DEFLATE (RFC 1951) that refer to nothing before them, are not the last, and end at a byte: they can stand
/// anywhere in a stream but at its end.
fn blocks(text: &str) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text.as_bytes()).and_then(|()| encoder.flush()).expect("a vector takes everything");
    encoder.get_ref().clone()
}

/// Blocks of DEFLATE that end a stream: the script, of which a better search for repetitions takes off another 4 %.
fn last_blocks(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let options = zopfli::Options { iteration_count: NonZeroU64::MIN, ..zopfli::Options::default() };
    zopfli::compress(options, zopfli::Format::Deflate, text.as_bytes(), &mut out).expect("a vector takes everything");
    out
}

fn join(sections: &[&str], ending: &str) -> String {
    let files = sections.iter().filter(|name| name.ends_with(ending));
    files.map(|name| condensed(name, &read(&Path::new("ui").join(name)))).collect()
}

/// Leaves out indentation, empty lines, and comments that have lines of their own.
fn condensed(name: &str, text: &str) -> String {
    let mut out = String::new();
    let mut in_comment = false;
    for line in text.lines().map(str::trim) {
        assert!(
            line.matches('`').count() % 2 == 0,
            "{name}: a template spans lines, and would lose its indentation: {line}"
        );
        in_comment |= line.starts_with("/*");
        if !in_comment && !line.is_empty() && !line.starts_with("//") {
            out.push_str(line);
            out.push('\n');
        }
        in_comment &= !line.ends_with("*/");
    }
    assert!(!in_comment, "{name}: a comment does not end");
    out
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn csp_hash(text: &str) -> String {
    format!("'sha256-{}'", base64::engine::general_purpose::STANDARD.encode(Sha256::digest(text)))
}
