import * as z from "zod/mini";

// The content security policy forbids the eval of compiled parsers.
z.config({ jitless: true });

declare const says: unique symbol;

/** The app gets `R`; our host's handlers return `W`. */
type Tolerant<S, R, W> = S & { readonly [says]: { read: R; written: W } };

type Shape = z.ZodMiniType;
type Reader = (value: unknown) => unknown;
const readers = new WeakMap<Shape, Reader>();

/** `read` returns the app's value or throws `unreadable()`. */
export function tolerant<S extends Shape, R, W = Written<S>>(
  shape: S,
  read: (value: unknown) => R,
): Tolerant<S, R, W> {
  // A clone, so the same schema elsewhere stays strict.
  const own = shape.clone();
  readers.set(own, read);
  return own as unknown as Tolerant<S, R, W>;
}

/** Undefined with other hosts. */
export function ours<S extends Shape>(shape: S): z.ZodMiniNonOptional<S> {
  return z.nonoptional(shape);
}

export function unreadable(): Error {
  return new TypeError("This cannot be read");
}

export type Read<S> =
  S extends Tolerant<unknown, infer R, unknown>
    ? R
    : S extends z.ZodMiniObject<infer F>
      ? Keys<{ [K in keyof F]: Read<F[K]> }, MissingIn<F>>
      : S extends z.ZodMiniArray<infer E>
        ? Read<E>[]
        : S extends z.ZodMiniNullable<infer E>
          ? Read<E> | null
          : S extends z.ZodMiniOptional<infer E> | z.ZodMiniNonOptional<infer E>
            ? Read<E> | undefined
            : z.output<S>;

/** What our host's handlers return: JSON, with Dates allowed. */
export type Written<S> =
  S extends Tolerant<unknown, unknown, infer W>
    ? W
    : S extends z.ZodMiniObject<infer F>
      ? Keys<{ [K in keyof F]: Written<F[K]> }, OptionalIn<F>>
      : S extends z.ZodMiniArray<infer E>
        ? Written<E>[]
        : S extends z.ZodMiniNullable<infer E>
          ? Written<E> | null
          : S extends z.ZodMiniOptional<infer E>
            ? Written<E> | undefined
            : S extends z.ZodMiniNonOptional<infer E>
              ? Written<E>
              : z.output<S>;

type Keys<T, Missing extends keyof T> = { [K in Exclude<keyof T, Missing>]: T[K] } & {
  [K in Missing]?: T[K];
} extends infer O
  ? { [K in keyof O]: O[K] }
  : never;
type OptionalIn<F> = { [K in keyof F]: F[K] extends z.ZodMiniOptional ? K : never }[keyof F];
type MissingIn<F> = {
  [K in keyof F]: F[K] extends Tolerant<unknown, unknown, unknown>
    ? never
    : F[K] extends z.ZodMiniOptional | z.ZodMiniNonOptional
      ? K
      : never;
}[keyof F];

/** Drops unknown fields and unreadable items. Missing or invalid values become null where allowed, or it throws. */
export function read<S extends Shape>(shape: S, value: unknown): Read<S>;
export function read(shape: Shape, value: unknown): unknown {
  const reader = readers.get(shape);
  if (reader) return reader(value);
  if (shape instanceof z.ZodMiniObject) return readObject(shape, value);
  if (shape instanceof z.ZodMiniArray) return Array.isArray(value) ? readItems(shape, value) : [];
  if (shape instanceof z.ZodMiniNullable) return value == null ? null : orElse(null, inner(shape), value);
  if (shape instanceof z.ZodMiniOptional || shape instanceof z.ZodMiniNonOptional) {
    return orElse(undefined, inner(shape), value);
  }
  if (shape instanceof z.ZodMiniNumber && typeof value === "string" && value.trim() !== "") {
    return z.parse(shape, Number(value));
  }
  return z.parse(shape, value);
}

export function readItems({ def }: z.ZodMiniArray, items: unknown[]): unknown[] {
  return items.flatMap((item) => {
    try {
      return [read(def.element as Shape, item)];
    } catch {
      return [];
    }
  });
}

function readObject({ def }: z.ZodMiniObject, value: unknown): object {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw unreadable();
  const record = value as Record<string, unknown>;
  const known = Object.entries(def.shape).map(([key, shape]) => [key, read(shape as Shape, record[key])]);
  return Object.fromEntries(known.filter(([, part]) => part !== undefined));
}

function inner(shape: z.ZodMiniNullable | z.ZodMiniOptional | z.ZodMiniNonOptional): Shape {
  return shape.def.innerType as Shape;
}

function orElse<T>(none: T, shape: Shape, value: unknown): unknown {
  if (value === undefined) return none;
  try {
    return read(shape, value);
  } catch {
    return none;
  }
}
