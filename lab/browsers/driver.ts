export type Size = [width: number, height: number];

/** What both browsers' protocols support. page.ts builds on it. */
export type Driver = {
  name: string;
  goTo: (url: string) => Promise<void>;
  /** Calls a function, given as source text, in the page. */
  call: <T>(source: string, given: unknown) => Promise<T>;
  /** Input sources in the format of both protocols. */
  act: (actions: object[]) => Promise<void>;
  errors: () => string[];
  close: () => Promise<void>;
};
