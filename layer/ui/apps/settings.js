// The server's settings for the apps in this page.
const APP_SETTINGS = JSON.parse(document.documentElement.dataset.apps);
