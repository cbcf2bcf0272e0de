// The browser's local storage. If it is disabled or full, nothing is stored.

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
    // The page works without storage.
  }
}
