import type { VNode } from "preact";
import { useRef } from "preact/hooks";
import type { HostedApp } from "../model/hosted-app";
import { APP_PERMISSIONS } from "../model/permissions";

/** Checkboxes with which the user grants permissions. Only those that the resource requests can be granted. */
export function PermissionBoxes({ app }: { readonly app: HostedApp }): VNode {
  app.useChanges();
  const { phase, tried } = app;
  const requested = useRef<readonly string[]>([]);
  // While the resource is read again, the boxes stay, and with them the focus.
  if (phase !== "reading") requested.current = app.permissions;
  const permissions = requested.current;
  const granted = tried.permissions ?? [];
  const grant = (name: string, isGranted: boolean) =>
    app.try(
      "permissions",
      permissions.filter((other) => (other === name ? isGranted : granted.includes(other))),
    );
  return (
    <fieldset class="app-permissions" hidden={permissions.length === 0}>
      <legend>It asks for</legend>
      {permissions.map((name) => (
        <label key={name} class="check">
          <input
            type="checkbox"
            value={name}
            checked={granted.includes(name)}
            onChange={({ currentTarget }) => grant(name, currentTarget.checked)}
          />
          {APP_PERMISSIONS.get(name)}
        </label>
      ))}
    </fieldset>
  );
}
