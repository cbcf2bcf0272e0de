//! Hashes the page's scripts and style for its Content-Security-Policy, and compresses the texts between the page's
//! placeholders, the script parts that the page loads later, and the page for several servers. None of this is then
//! done at run time. `ui/dist` contains the bundled scripts and styles.

use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::num::NonZeroU64;
use std::path::Path;
use std::{env, fs};

use base64::Engine as _;
use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc, read};
use sha2::{Digest as _, Sha256};
use zopfli::Format;

fn main() {
    println!("cargo::rerun-if-changed=ui/dist");
    println!("cargo::rerun-if-changed=ui/page.html");
    let style = text_of(Path::new("ui/dist/page.css"));
    let script = text_of(Path::new("ui/dist/page.js"));
    let parts = ["later", "traffic"].map(|name| (name, text_of(&Path::new("ui/dist").join(name).with_extension("js"))));
    assert!(!style.contains("</style"), "the page's style must not contain `</style`");
    assert!(
        !script.contains("</script") && !script.contains("<!--"),
        "the page's script must not contain `</script` or `<!--`"
    );

    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    let write = |name: &str, bytes: &[u8]| fs::write(Path::new(&out).join(name), bytes).expect("OUT_DIR is writable");
    let page = text_of(Path::new("ui/page.html"));
    let [(_, later), (_, traffic)] = &parts;
    write("page.hash", csp_hash(&[&*page, &style, &script, later, traffic].concat()).as_bytes());
    write("style.hash", csp_hash(&style).as_bytes());
    write("script.hash", csp_hash(&script).as_bytes());
    for (name, part) in &parts {
        write(&format!("{name}.hash"), csp_hash(part).as_bytes());
        write(&format!("{name}.gz"), &compressed(part, Format::Gzip));
    }

    let servers = text_of(Path::new("ui/dist/servers.html"));
    let hash_between = |before: &str, after: &str| {
        let (_, rest) = servers.split_once(before).expect("the page of the servers has a style and a script");
        csp_hash(rest.split_once(after).expect("it has an end").0)
    };
    let policy = format!(
        "default-src 'none'; script-src {}; style-src {}; connect-src 'self'; img-src data:; form-action 'none'; \
         base-uri 'none'; frame-ancestors 'none'",
        hash_between("<script type=\"module\">", "</script>"),
        hash_between("<style>", "</style>"),
    );
    write("servers.policy", policy.as_bytes());
    write("servers.gz", &compressed(&servers, Format::Gzip));

    let mut pieces = String::new();
    for (at, (text, value)) in split(&page, &style, &script).iter().enumerate() {
        write(
            &format!("{at}.deflate"),
            &if value.is_some() { blocks(text) } else { compressed(text, Format::Deflate) },
        );
        let crc = crc(text);
        let (crc, length) = (crc.sum(), crc.amount());
        writeln!(
            pieces,
            "Piece::Fixed(Asset {{ deflated: include_bytes!(\"{at}.deflate\"), \
             checksum: Checksum {{ crc: {crc}, length: {length} }} }}),"
        )
        .and_then(|()| value.map_or(Ok(()), |name| writeln!(pieces, "Piece::Value(\"{name}\"),")))
        .expect("writing to a string cannot fail");
    }
    write("pieces.rs", format!("&[\n{pieces}]\n").as_bytes());
}

/// Fills in style and script, and splits the page at its other placeholders. Returns each text with the name of the
/// placeholder that follows it, if any.
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

/// Compresses a text into DEFLATE blocks (RFC 1951) that can be anywhere in a stream except at its end: they refer to
/// nothing before them, and end at the boundary of a byte.
fn blocks(text: &str) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text.as_bytes()).and_then(|()| encoder.flush()).expect("writing to a vector cannot fail");
    encoder.get_ref().clone()
}

/// Compresses a text into a complete stream. Optimized builds use zopfli, whose output is 4 % smaller than that of
/// [`blocks`]. Other builds do not, because it would take five seconds.
fn compressed(text: &str, format: Format) -> Vec<u8> {
    let mut out = Vec::new();
    let written = if env::var("OPT_LEVEL").is_ok_and(|level| level != "0") {
        let iteration_count = NonZeroU64::new(5).expect("five is not zero");
        let options = zopfli::Options { iteration_count, ..zopfli::Options::default() };
        zopfli::compress(options, format, text.as_bytes(), &mut out)
    } else if let Format::Gzip = format {
        read::GzEncoder::new(text.as_bytes(), Compression::best()).read_to_end(&mut out).map(drop)
    } else {
        read::DeflateEncoder::new(text.as_bytes(), Compression::best()).read_to_end(&mut out).map(drop)
    };
    written.expect("reading and writing in memory cannot fail");
    out
}

fn text_of(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn csp_hash(text: &str) -> String {
    format!("'sha256-{}'", base64::engine::general_purpose::STANDARD.encode(Sha256::digest(text)))
}
