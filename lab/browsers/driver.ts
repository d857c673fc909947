export type Size = [width: number, height: number];

/** What both browsers' protocols support. page.ts builds on it. */
export type Driver = {
  name: string;
  goTo: (url: string) => Promise<void>;
  call: <T>(source: string, given: unknown) => Promise<T>;
  act: (actions: object[]) => Promise<void>;
  errors: () => string[];
  close: () => Promise<void>;
};
