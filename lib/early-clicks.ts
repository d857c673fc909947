/**
 * Clicks the last button again that was pressed before React attached its handlers. It is sent as source text within
 * the first HTML, so it can use nothing from outside. React marks an element that it has hydrated by a property.
 */
export function repeatEarlyClicks(): void {
  const isHydrated = (button: Element) => Object.keys(button).some((key) => key.startsWith("__react"));
  const buttonOf = (press: Event) => (press.target as Element).closest<HTMLElement>("button[type=button]");
  const longest = 10_000;
  let last: Event | null = null;

  const repeat = (button: HTMLElement) => {
    const init = { bubbles: true, cancelable: true, composed: true, button: 0, pointerType: "mouse" };
    // Menus open by pointer, not by click.
    button.dispatchEvent(new PointerEvent("pointerdown", init));
    button.dispatchEvent(new PointerEvent("pointerup", init));
    button.focus();
    button.click();
  };

  addEventListener(
    "click",
    (press) => {
      last = press;
      const button = buttonOf(press);
      if (!button || isHydrated(button)) return;
      const end = performance.now() + longest;
      const wait = () => {
        if (last !== press || !button.isConnected || performance.now() > end) return;
        if (!isHydrated(button)) return void requestAnimationFrame(wait);
        repeat(button);
      };
      requestAnimationFrame(wait);
    },
    true,
  );
  // If React already listens, it hydrates the button at once and handles the press itself.
  addEventListener("click", (press) => {
    const button = buttonOf(press);
    if (button && isHydrated(button)) last = null;
  });
}
