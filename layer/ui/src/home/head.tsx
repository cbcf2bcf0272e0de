import type { VNode } from "preact";
import { EmbeddedIcon } from "../dom/icon";
import { Name } from "../dom/name";
import { server } from "../protocol/server";
import { readAddress } from "../text/address";
import { printable, printableLines } from "../text/printable";
import { serverTitle } from "./model";

// The characters that are shown of a name, or of the website's address. A longer one is cut.
const LONGEST_NAME = 200;
// The characters that are shown of the description. The rest is left out.
const LONGEST_DESCRIPTION = 1000;

/** The head of the home: the server's icon, its names and version, its description and website. */
export function HomeHead(): VNode {
  const { name, version, description, websiteUrl, icons } = server.value ?? {};
  const shown = serverTitle();
  const hasOtherName = name !== undefined && name !== shown;
  return (
    <header class="home-head">
      <EmbeddedIcon icons={icons} class="home-icon" />
      <div class="home-names">
        <h2>
          <Name text={shown} limit={LONGEST_NAME} />
        </h2>
        {(hasOtherName || version !== undefined || websiteUrl !== undefined) && (
          <p class="home-facts">
            {hasOtherName && (
              <code>
                <Name text={name} limit={LONGEST_NAME} />
              </code>
            )}
            {version !== undefined && (
              <span>
                Version <Name text={version} limit={60} />
              </span>
            )}
            {websiteUrl !== undefined && <Website text={websiteUrl} />}
          </p>
        )}
        {description && <p class="prose">{printableLines(description.slice(0, LONGEST_DESCRIPTION))}</p>}
      </div>
    </header>
  );
}

// A link only if a browser may open it; otherwise the text as it came.
function Website({ text }: { readonly text: string }): VNode {
  const address = readAddress(text, ["https:", "http:"]);
  if (typeof address === "string") {
    return (
      <span>
        <Name text={text} limit={LONGEST_NAME} />
      </span>
    );
  }
  return (
    <a href={address.href} target="_blank" rel="noopener noreferrer">
      {printable(address.href, LONGEST_NAME)}
    </a>
  );
}
