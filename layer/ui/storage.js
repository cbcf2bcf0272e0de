// The browser's storage. Where it is switched off or full, nothing is kept.

function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The page goes on without.
  }
}
