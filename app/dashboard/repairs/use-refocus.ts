import { useCallback, useRef } from "react";

export type Refocus = ReturnType<typeof useRefocus>;

/** Board and list have their own controls, so a pressed control is replaced by its twin. */
export function useRefocus() {
  const pressed = useRef("");
  return useCallback((name: string, isPressed = false) => {
    if (isPressed) pressed.current = name;
    return (control: HTMLElement | null) => {
      if (!control || pressed.current !== name) return;
      if (document.activeElement === document.body) control.focus();
      if (document.activeElement === control) pressed.current = "";
    };
  }, []);
}
