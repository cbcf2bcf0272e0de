// The part of the script that is loaded when the panel of the traffic opens, with its style.

import style from "../styles/traffic.css";

const sheet = new CSSStyleSheet();
sheet.replaceSync(style);
document.adoptedStyleSheets.push(sheet);

export { TrafficModel } from "./model";
export { StatusLine, TrafficPanel } from "./panel";
