import type { Driver } from "./driver.ts";

const PATIENCE_MS = 15_000;
const ENTER = "\uE006";

type Wanted = { kind: "field" | "button" | "link" | "option"; name: string; within?: string };

const FIND = `async ({ kind, name, within }) => {
  const selectors = {
    field: "input, textarea, select, [role=combobox]",
    button: "button, [role=menuitem], [role=button], [role=tab]",
    link: "a[href]",
    option: "[role=option]",
  };
  const nameOf = (one) => (
    one.getAttribute("aria-label") ?? document.getElementById(one.getAttribute("aria-labelledby"))?.textContent ??
    one.labels?.[0]?.textContent ?? one.textContent ?? ""
  ).replace(/\\s+/g, " ").replace(/[*]$/, "").trim();
  const room = within ? [...document.querySelectorAll(within)] : [document];
  const fits = (called) => name.startsWith("^") ? called.startsWith(name.slice(1)) : called === name;
  const found = room.flatMap((one) => [...one.querySelectorAll(selectors[kind])]).filter((one) => fits(nameOf(one)) && !one.disabled);
  for (const one of found) {
    one.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const before = one.getBoundingClientRect();
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const { left, top, width, height } = one.getBoundingClientRect();
    if (left !== before.left || top !== before.top) continue;
    const [x, y] = [left + width / 2, top + height / 2].map(Math.round);
    const above = document.elementFromPoint(x, y);
    if (width && height && above && (one.contains(above) || above.contains(one) || [...(one.labels ?? [])].some((label) => label.contains(above)))) return { x, y };
  }
  return null;
}`;

export function pageOf(driver: Driver, origin: string) {
  const until = async <T>(what: string, look: () => Promise<T | null | undefined | false>): Promise<T> => {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const found = await look().catch(() => null);
      if (found) return found;
      if (Date.now() > end)
        throw new Error(`${driver.name}: timed out waiting for ${what} at ${await place()}`);
      await new Promise((done) => setTimeout(done, 50));
    }
  };
  const place = () =>
    driver.call<string>("() => location.href + ' | ' + document.body.innerText.slice(0, 600)", null);
  const keys = (text: string) =>
    driver.act([
      {
        type: "key",
        id: "keys",
        actions: [...text].flatMap((value) => [
          { type: "keyDown", value },
          { type: "keyUp", value },
        ]),
      },
    ]);
  const pressAt = (at: { x: number; y: number }) => {
    const down = { type: "pointerDown", button: 0 };
    return driver.act([
      {
        type: "pointer",
        id: "mouse",
        parameters: { pointerType: "mouse" },
        actions: [{ type: "pointerMove", ...at, duration: 0 }, down, { ...down, type: "pointerUp" }],
      },
    ]);
  };
  const press = async (wanted: Wanted) => {
    const at = await until(`${wanted.kind} "${wanted.name}"`, () =>
      driver.call<{ x: number; y: number } | null>(FIND, wanted),
    );
    await pressAt(at);
  };
  /** The control may be redrawn between finding and pressing it. */
  const pressUntil = (wanted: Wanted, script: string) =>
    until(`the effect of "${wanted.name}"`, async () => {
      if (await driver.call<boolean>(script, null)) return true;
      const at = await driver.call<{ x: number; y: number } | null>(FIND, wanted);
      if (at) await pressAt(at);
      await new Promise((done) => setTimeout(done, 1_000));
      return driver.call<boolean>(script, null);
    });
  return {
    open: (path: string) => driver.goTo(origin + path),
    press,
    pressUntil,
    type: async (name: string, text: string, within?: string) => {
      await press({ kind: "field", name, within });
      await keys(text);
    },
    enter: () => keys(ENTER),
    sees: (text: string) =>
      until(`"${text}"`, () =>
        driver.call<boolean>("(text) => document.body.innerText.includes(text)", text),
      ),
    seesNot: (text: string) =>
      until(`no "${text}"`, () =>
        driver.call<boolean>("(text) => !document.body.innerText.includes(text)", text),
      ),
    isAt: (path: string) =>
      until(path, () => driver.call<boolean>("(path) => location.pathname === path", path)),
    isPhone: () => driver.call<boolean>("() => innerWidth < 768", null),
    call: driver.call,
    until,
  };
}

export type Page = ReturnType<typeof pageOf>;
