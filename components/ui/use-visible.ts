import { type RefObject, useEffect, useRef } from "react";

/** Also after each change of `again` while the element stays visible. */
export function useVisible<E extends Element>(onVisible: () => void, again: unknown): RefObject<E | null> {
  const element = useRef<E>(null);
  const callback = useRef(onVisible);
  callback.current = onVisible;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new observer reports visible elements
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
