/** @jest-environment jsdom */
import { repeatEarlyClicks } from "./early-clicks.ts";

const frame = () => new Promise((done) => requestAnimationFrame(done));
const hydrate = (element: Element) => Object.assign(element, { __reactProps$1: {} });

function buttons(...names: string[]): { all: HTMLButtonElement[]; heard: string[] } {
  const heard: string[] = [];
  const all = names.map((name) => {
    const button = Object.assign(document.createElement("button"), { type: "button" });
    document.body.append(button);
    for (const event of ["pointerdown", "click"])
      button.addEventListener(event, () => "__reactProps$1" in button && heard.push(`${name} ${event}`));
    return button;
  });
  return { all, heard };
}

beforeAll(() => {
  Object.assign(window, { PointerEvent: window.PointerEvent ?? MouseEvent });
  // Sent as text within the page, so it must work without its module.
  new Function(`(${repeatEarlyClicks})()`)();
});
beforeEach(() => document.body.replaceChildren());

test("repeats only the last press once hydrated", async () => {
  const { all, heard } = buttons("new", "menu");
  for (const button of [all[0], all[1], all[1]]) button?.click();
  await frame();
  expect(heard).toEqual([]);
  all.map(hydrate);
  await frame();
  await frame();
  expect(heard).toEqual(["menu pointerdown", "menu click"]);
});

test("leaves presses of hydrated and removed buttons alone", async () => {
  const { all, heard } = buttons("ready", "removed");
  hydrate(all[0] as Element);
  all[1]?.click();
  all[1]?.remove();
  all[0]?.click();
  hydrate(all[1] as Element);
  await frame();
  await frame();
  expect(heard).toEqual(["ready click"]);
});

test("doesn't repeat a press that React handles by hydrating", async () => {
  const { all, heard } = buttons("new");
  document.addEventListener("click", ({ target }) => hydrate(target as Element), {
    capture: true,
    once: true,
  });
  all[0]?.click();
  await frame();
  await frame();
  expect(heard).toEqual(["new click"]);
});
