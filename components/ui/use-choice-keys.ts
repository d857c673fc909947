import { type UseComboboxState, type UseComboboxStateChangeOptions, useCombobox } from "downshift";
import { type KeyboardEvent, useEffect, useState } from "react";

/** `blur`: a press elsewhere. */
type EndedBy = "Enter" | "Tab" | "blur";

type Props = {
  wanted: string;
  settled: boolean;
  /** Asks for the options without waiting for another key. */
  settle?: () => void;
  /** `isLate`: the options came after the key, so the focus has moved on. */
  choose: (endedBy: EndedBy, index: number, isLate: boolean) => void;
};

type Opened = { isOpen: boolean; highlightedIndex: number };

/** Enter and Tab choose the highlighted option, as soon as options are loaded. */
export function useChoiceKeys<I>({ wanted, settled, settle, choose }: Props) {
  const [pending, setPending] = useState<EndedBy | null>(null);
  useEffect(() => {
    if (!pending || !settled) return;
    setPending(null);
    choose(pending, 0, true);
  });

  function wait(endedBy: EndedBy) {
    settle?.();
    setPending(endedBy);
  }

  return {
    forget: () => setPending(null),

    onKeyDown(event: KeyboardEvent, { isOpen, highlightedIndex }: Opened) {
      const { key } = event;
      if ((key !== "Enter" && key !== "Tab") || !isOpen || event.nativeEvent.isComposing) return;
      // Ctrl and Enter also send the form, which must not wait.
      const sends = event.ctrlKey || event.metaKey;
      // Options of the last search can be chosen by an arrow key; the first one only stands for what comes.
      const waits = !settled && wanted !== "" && highlightedIndex <= 0;
      if (waits ? sends : highlightedIndex < 0) return;
      if (key === "Enter") {
        event.preventDefault();
        Object.assign(event.nativeEvent, { preventDownshiftDefault: true });
      }
      if (waits) wait(key);
      else choose(key, highlightedIndex, false);
    },

    onBlur() {
      if (wanted === "" || pending) return;
      if (settled) choose("blur", 0, false);
      else wait("blur");
    },

    /** Downshift would highlight by the text before this key, and choose what a pointer happens to rest on. */
    stateReducer(
      { selectedItem }: UseComboboxState<I>,
      { type, changes }: UseComboboxStateChangeOptions<I>,
    ): Partial<UseComboboxState<I>> {
      if (type === useCombobox.stateChangeTypes.InputChange)
        return { ...changes, highlightedIndex: changes.inputValue?.trim() ? 0 : -1 };
      return type === useCombobox.stateChangeTypes.InputBlur ? { ...changes, selectedItem } : changes;
    },
  };
}
