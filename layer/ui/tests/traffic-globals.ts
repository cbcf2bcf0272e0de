// The settings of a page that shows traffic. Import it after "./dom", and before anything of the page. It imports nothing
// itself, since it would have to wait for that.
export {};

document.documentElement.dataset["traffic"] = "all";
