// The title that a page has from its configuration. Import it after "./dom", and before anything of the page. It imports
// nothing itself, since it would have to wait for that.
export {};

document.title = "MCP UI";
