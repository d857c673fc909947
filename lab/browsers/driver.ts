export type Size = [width: number, height: number];

/** Operations that both browsers' protocols support. page.ts builds on them. */
export type Driver = {
  name: string;
  goTo: (url: string) => Promise<void>;
  /** Calls a function, given as source text, in the page with one JSON value. */
  call: <T>(source: string, given: unknown) => Promise<T>;
  /** A list of input sources in the format of both protocols. */
  act: (actions: object[]) => Promise<void>;
  errors: () => string[];
  close: () => Promise<void>;
};
