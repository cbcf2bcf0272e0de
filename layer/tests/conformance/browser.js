#!/usr/bin/env node
// In place of a person's browser: goes to where the authorization server leads, without reading it.
const { headers } = await fetch(process.argv[2], { redirect: "manual" });
await fetch(headers.get("location"));
