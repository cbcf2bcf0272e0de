// What the server sets for the apps that this page shows.
const APP_SETTINGS = JSON.parse(document.documentElement.dataset.apps);
