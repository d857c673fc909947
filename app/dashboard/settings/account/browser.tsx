"use client";
import { useEffect, useId, useState, useSyncExternalStore } from "react";
import { setSingleKeys, singleKeysOn } from "#components/shell/single-keys.ts";
import { currentTheme, setTheme, type Theme, watchTheme } from "#components/shell/theme.ts";

const themes: [Theme, string][] = [
  ["light", "Light"],
  ["dark", "Dark"],
  ["system", "As the system"],
];

/** Choices that this browser keeps; they need no saving. */
export function Browser() {
  const heading = useId();
  const theme = useSyncExternalStore(watchTheme, currentTheme, () => "system");
  const [keys, setKeys] = useState(true);
  useEffect(() => setKeys(singleKeysOn()), []);
  return (
    <section
      aria-labelledby={heading}
      className="grid gap-x-8 gap-y-4 rounded-lg border bg-card p-5 shadow-1 md:grid-cols-[minmax(0,17rem)_minmax(0,1fr)] phone:-mx-4 phone:rounded-none phone:border-x-0 phone:p-4"
    >
      <header>
        <h2 id={heading}>This browser</h2>
        <p className="mt-1 text-muted-foreground text-sm">Kept here, for whoever uses it.</p>
      </header>
      <div className="grid gap-4">
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
      </div>
    </section>
  );
}
