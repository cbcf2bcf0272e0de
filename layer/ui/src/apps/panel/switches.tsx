// Switches to try an app with other settings or a relaxed policy. The app is notified, or reloaded if necessary.

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { VERBATIM } from "../../dom/attributes";
import type { HostedApp } from "../model/hosted-app";

const RELAXED_TITLE = "Also allows blob: and data: sources, which the specification does not; reloads the app";
const THEMES = [
  ["", "Match page"],
  ["light", "light"],
  ["dark", "dark"],
] as const;

interface AppSwitchesProps {
  readonly app: HostedApp;
  readonly id: string;
  readonly isShown: boolean;
}

/** Returns the title of the button that shows and hides the switches, with the number of those that are set. */
export function switchesTitle({ tried }: HostedApp): string {
  const changed = [tried.theme, tried.locale, tried.width, tried.relaxed].filter(Boolean).length;
  return changed > 0 ? `Try with… (${changed})` : "Try with…";
}

export function AppSwitches({ app, id, isShown }: AppSwitchesProps): VNode {
  app.useChanges();
  const { tried } = app;
  const onWidth = ({ validity, value }: HTMLInputElement) =>
    app.try("width", validity.valid && value ? Number(value) : undefined);
  return (
    <div class="app-switches" role="group" aria-label="Try the app with" id={id} hidden={!isShown}>
      <label>
        Theme
        <select
          value={tried.theme ?? ""}
          onChange={({ currentTarget }) => app.try("theme", currentTarget.value || undefined)}
        >
          {THEMES.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <LocaleSwitch app={app} />
      <label>
        Width
        <input
          type="number"
          min={160}
          max={4000}
          step={10}
          defaultValue={tried.width?.toString()}
          placeholder="full"
          onChange={({ currentTarget }) => onWidth(currentTarget)}
        />
      </label>
      <label class="check" title={RELAXED_TITLE}>
        <input
          type="checkbox"
          checked={tried.relaxed === true}
          onChange={({ currentTarget }) => app.try("relaxed", currentTarget.checked)}
        />
        Relaxed policy
      </label>
    </div>
  );
}

function LocaleSwitch({ app }: Pick<AppSwitchesProps, "app">): VNode {
  const [isKnown, setKnown] = useState(true);
  const onChange = ({ currentTarget: { value } }: { readonly currentTarget: HTMLInputElement }) => {
    const isLocale = value === "" || isLocaleName(value);
    setKnown(isLocale);
    if (isLocale) app.try("locale", value || undefined);
  };
  return (
    <label>
      Locale
      <input
        defaultValue={app.tried.locale}
        placeholder={navigator.language}
        aria-invalid={!isKnown}
        {...VERBATIM}
        onChange={onChange}
      />
    </label>
  );
}

function isLocaleName(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length > 0;
  } catch {
    return false;
  }
}
