"use client";
import { useEffect, useState, useSyncExternalStore } from "react";
import { setSingleKeys, singleKeysOn } from "#components/shell/single-keys.ts";
import { currentTheme, setTheme, type Theme, watchTheme } from "#components/shell/theme.ts";
import { SettingsCard } from "#components/ui/settings-card.tsx";

const themes: [Theme, string][] = [
  ["light", "Light"],
  ["dark", "Dark"],
  ["system", "As the system"],
];

/** Choices that this browser keeps; they need no saving. */
export function Browser() {
  const theme = useSyncExternalStore(watchTheme, currentTheme, () => "system");
  const [keys, setKeys] = useState(true);
  useEffect(() => setKeys(singleKeysOn()), []);
  return (
    <SettingsCard title="This browser" description={<p>Kept here, for whoever uses it.</p>}>
      <fieldset>
        <legend className="mb-1.5 font-medium text-sm">Theme</legend>
        <div className="flex flex-wrap gap-x-5 gap-y-1">
          {themes.map(([value, label]) => (
            <label key={value} className="flex min-h-6 items-center gap-2 pointer-coarse:min-h-11">
              <input
                type="radio"
                name="theme"
                checked={theme === value}
                onChange={() => setTheme(value)}
                className="size-4 accent-primary"
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      <label className="flex min-h-6 items-center gap-2 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          checked={keys}
          onChange={({ target }) => {
            setSingleKeys(target.checked);
            setKeys(target.checked);
          }}
          className="size-4 accent-primary"
        />
        Single letters are shortcuts (press ? for the list)
      </label>
    </SettingsCard>
  );
}
