"use client";
import { type RefObject, useEffect, useRef } from "react";

/**
 * Calls `onVisible` whenever the element comes into view, and again after each change of `again` while it still is:
 * on a screen taller than a page the end stays visible, and the next page must load all the same.
 */
export function useVisible<E extends Element>(onVisible: () => void, again: unknown): RefObject<E | null> {
  const element = useRef<E>(null);
  const callback = useRef(onVisible);
  callback.current = onVisible;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a fresh observer reports what is visible already
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) callback.current();
      },
      { rootMargin: "200px" },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [again]);
  return element;
}
