"use client";
import clsx from "clsx";
import { X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { IconButton } from "#components/ui/button.tsx";
import { saveOutsideForm } from "#components/ui/modal.tsx";
import { useLayer } from "#lib/layers.ts";

type DockedProps = { title: string; onClose: () => void; children: ReactNode };

export function Docked({ title, onClose, children }: DockedProps) {
  useLayer(onClose);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    const first = panel.current?.querySelector<HTMLElement>("[data-autofocus]");
    (first ?? panel.current)?.focus({ preventScroll: true });
    return () => {
      if (document.activeElement !== document.body) return;
      const back =
        opener instanceof HTMLElement && opener !== document.body && opener.isConnected ? opener : null;
      (back ?? document.querySelector<HTMLElement>("[data-shortcut=n]"))?.focus({ preventScroll: true });
    };
  }, []);

  function onKeyDown(event: KeyboardEvent) {
    saveOutsideForm(event);
    if (event.key !== "Escape" || event.defaultPrevented) return;
    if ((event.target as Element).closest("[data-takes-escape]")) return;
    if (!panel.current?.contains(event.target as Node)) return;
    event.preventDefault();
    onClose();
  }

  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={title}
      data-docked=""
      data-paper="no"
      onKeyDown={onKeyDown}
      className={clsx(
        "fixed top-14 right-0 bottom-0 z-20 flex outline-none w-104 max-w-full animate-slide flex-col border-l bg-card",
        "max-xl:z-30 max-xl:shadow-3",
      )}
    >
      <header className="flex items-center py-3 pr-3 pb-1 pl-5">
        <h2 className="flex-1">{title}</h2>
        <IconButton icon={X} size={18} label="Close" onClick={onClose} className="text-muted-foreground" />
      </header>
      {children}
    </aside>
  );
}
