import { SaxesParser } from "saxes";
import { type Budget, BudgetExceeded } from "#server/connections/calendar/budget.ts";

/** The name is in lower case, without namespace. */
export type Element = { name: string; text: string; attributes: Record<string, string>; children: Element[] };

export type DavItem = {
  url: string;
  status: number;
  props: Map<string, Element>;
  missing: Map<string, number>;
};

const MAX_DEPTH = 50;
const ELEMENT_STEPS = 10;
// Common and harmless in text.
const IN_TEXT = /disallowed character|malformed character entity|undefined entity/;

/** RFC 4918 section 13. Throws on anything else. */
export function readMultistatus(bytes: Uint8Array, base: string, budget: Budget): DavItem[] {
  const root = readXml(new TextDecoder().decode(bytes), budget);
  if (root.name !== "multistatus") throw new Error(`Expected a multistatus, got ${root.name.slice(0, 40)}`);
  return childrenOf(root, "response").flatMap((response) => itemsOf(response, base));
}

function itemsOf(response: Element, base: string): DavItem[] {
  const hrefs = childrenOf(response, "href").map(({ text }) => text.trim());
  if (hrefs.length === 0) throw new Error("A response has no href");
  const item = { status: statusOf(response) ?? 200, props: new Map(), missing: new Map() };
  for (const propstat of childrenOf(response, "propstat")) {
    const status = statusOf(propstat) ?? 200;
    for (const prop of childrenOf(propstat, "prop").flatMap(({ children }) => children)) {
      if (isDone(status)) item.props.set(prop.name, prop);
      else item.missing.set(prop.name, status);
    }
  }
  return hrefs.map((href) => ({ ...item, url: new URL(href, base).href }));
}

function statusOf(element: Element): number | null {
  const [status] = childrenOf(element, "status");
  if (!status) return null;
  const [, code] = /^\s*HTTP\/[\d.]+\s+(\d{3})\b/i.exec(status.text.slice(0, 100)) ?? [];
  if (!code) throw new Error("A status can't be read");
  return Number(code);
}

export function isDone(status: number): boolean {
  return status >= 200 && status < 300;
}

export function childrenOf(element: Element | undefined, name: string): Element[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

function readXml(xml: string, budget: Budget): Element {
  const parser = new SaxesParser({ position: false, xmlns: false });
  const document = element("", {});
  const open = [document];
  parser.on("error", (error) => {
    if (!IN_TEXT.test(error.message)) throw error;
  });
  parser.on("doctype", () => {
    throw new Error("Document types are not allowed");
  });
  parser.on("opentag", ({ name, attributes }) => {
    budget.spend(ELEMENT_STEPS + name.length / 10 + Object.keys(attributes).length);
    const found = element(name, attributes);
    open.at(-1)?.children.push(found);
    if (open.push(found) > MAX_DEPTH)
      throw new BudgetExceeded("The calendar server's answer is nested too deeply");
  });
  parser.on("closetag", () => void open.pop());
  const add = (text: string) => {
    const into = open.at(-1);
    if (into && into !== document) into.text += text;
  };
  parser.on("text", add);
  parser.on("cdata", add);
  // Throws if the root is not closed, which means the answer was truncated.
  parser.write(xml).close();
  const [root] = document.children;
  if (!root) throw new Error("The answer is empty");
  return root;
}

function element(name: string, attributes: Record<string, string>): Element {
  return { name: name.slice(name.indexOf(":") + 1).toLowerCase(), text: "", attributes, children: [] };
}
