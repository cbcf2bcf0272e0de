import type { HostedApp } from "./hosted-app";

// The apps that are open in this page.
export const openApps = new Set<HostedApp>();
