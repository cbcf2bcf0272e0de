use std::ptr;
use std::sync::{Mutex, PoisonError};

use http::HeaderMap;
use wasip3::http::types::{ErrorCode, Fields};

/// The last response's headers, and the host's object for them.
static LAST: Mutex<Option<(HeaderMap, Fields)>> = Mutex::new(None);

/// Converts response headers into the host's object. If they are the same as in the last response, as on repeated
/// requests for the page, the host clones its object, which is much cheaper than passing and parsing the headers again.
pub(crate) fn of(headers: HeaderMap) -> Result<Fields, ErrorCode> {
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, fields)) = last.as_ref().filter(|(known, _)| are_clones(known, &headers)) {
        return Ok(fields.clone());
    }
    let entries: Vec<_> =
        headers.iter().map(|(name, value)| (name.as_str().to_owned(), value.as_bytes().to_vec())).collect();
    let fields = Fields::from_list(&entries).map_err(|error| ErrorCode::InternalError(Some(error.to_string())))?;
    let copy = fields.clone();
    *last = Some((headers, fields));
    Ok(copy)
}

/// Returns whether two header maps have the same names, and values at the same memory addresses, which are cheap to
/// compare.
fn are_clones(left: &HeaderMap, right: &HeaderMap) -> bool {
    left.len() == right.len()
        && left.iter().zip(right).all(|((left_name, left), (right_name, right))| {
            left_name == right_name && ptr::eq(left.as_bytes(), right.as_bytes())
        })
}
