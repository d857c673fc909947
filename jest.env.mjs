import { TestEnvironment } from "jest-environment-jsdom";

const FROM_NODE = [
  "fetch",
  "Headers",
  "Request",
  "Response",
  "ReadableStream",
  "TransformStream",
  "WritableStream",
  "TextEncoder",
  "TextDecoder",
  "structuredClone",
  "BroadcastChannel",
];

class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}

export default class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    const page = this.global;
    for (const name of FROM_NODE) page[name] ??= globalThis[name];
    page.ResizeObserver ??= Observer;
    page.IntersectionObserver ??= Observer;
    page.matchMedia ??= (media) =>
      Object.assign(new page.EventTarget(), { media, matches: false, onchange: null });
    page.CSS ??= { supports: () => true, escape: (text) => text };
    page.performance.getEntriesByType ??= () => [];
    const element = page.Element.prototype;
    element.scrollIntoView ??= () => {};
    element.hasPointerCapture ??= () => false;
    element.setPointerCapture ??= () => {};
    element.releasePointerCapture ??= () => {};
    page.HTMLDialogElement.prototype.showModal ??= function showModal() {
      this.open = true;
    };
  }
}
