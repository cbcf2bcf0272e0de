// The part of the script that is loaded when the panel of the traffic opens.

export { TrafficModel } from "./model";
export { TrafficPanel } from "./panel";
