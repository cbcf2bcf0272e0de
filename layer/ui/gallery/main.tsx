// Draws all components in their states. `?theme=dark` and `?dir=rtl` change how.

import { type VNode, render } from "preact";
import { CALLS } from "./calls";
import { FORMS } from "./forms";
import { PANELS } from "./panels";
import { PARTS } from "./parts";
import { RESULTS } from "./results";
import { SERVER } from "./server";
import { SHELL } from "./shell";
import type { Shelf } from "./states";
import { TRAFFIC } from "./traffic";

const SHELVES: readonly Shelf[] = [
  ...PARTS,
  ...RESULTS,
  ...FORMS,
  ...CALLS,
  ...SERVER,
  ...TRAFFIC,
  ...PANELS,
  ...SHELL,
];

const query = new URLSearchParams(location.search);
document.documentElement.dataset["theme"] = query.get("theme") ?? "light";
document.documentElement.dir = query.get("dir") ?? "ltr";

function Gallery(): VNode {
  return (
    <>
      <h1>Gallery</h1>
      {SHELVES.map(({ room, states }) => (
        <section key={room}>
          <h2>{room}</h2>
          {states.map(({ name, draw }) => (
            <section key={name} class="gallery-state" aria-label={`${room}: ${name}`}>
              <p class="hint">{name}</p>
              {draw()}
            </section>
          ))}
        </section>
      ))}
    </>
  );
}

render(<Gallery />, document.getElementById("gallery")!);
