import { currentTheme, followSystem, setTheme, toggleTheme } from "./browser-choices.ts";

class System extends EventTarget {
  matches = false;
  turn(dark: boolean) {
    this.matches = dark;
    this.dispatchEvent(new Event("change"));
  }
}
const system = new System();
const isDark = () => document.documentElement.classList.contains("dark");
beforeAll(() => Object.assign(window, { matchMedia: () => system }));

test("follows the system's theme unless another is chosen", () => {
  const stop = followSystem();
  system.turn(true);
  expect(isDark()).toBe(true);
  toggleTheme();
  expect([currentTheme(), isDark()]).toEqual(["light", false]);
  system.turn(false);
  system.turn(true);
  expect(isDark()).toBe(false);
  setTheme("system");
  expect([currentTheme(), isDark()]).toEqual(["system", true]);
  stop();
  system.turn(false);
  expect(isDark()).toBe(true);
});
