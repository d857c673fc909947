import path from "node:path";

const IMPORT = /(?:\bfrom|\bimport|\bimport\()\s*["']([#.][^"']+)["']/g;

/**
 * Groups of files that import each other, also for types or lazily. `files` maps paths to text without
 * comments.
 */
export function circlesOf(files) {
  const next = new Map([...files].map(([file, text]) => [file, importsOf(file, text, files)]));
  const index = new Map();
  const low = new Map();
  const stack = [];
  const circles = [];
  const visit = (file) => {
    index.set(file, index.size);
    low.set(file, index.get(file));
    stack.push(file);
    for (const to of next.get(file)) {
      if (!index.has(to)) visit(to);
      if (stack.includes(to)) low.set(file, Math.min(low.get(file), low.get(to)));
    }
    if (low.get(file) !== index.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) circles.push(circle);
  };
  for (const file of next.keys()) if (!index.has(file)) visit(file);
  return circles;
}

function importsOf(file, text, files) {
  return [...text.matchAll(IMPORT)]
    .map(([, specifier]) =>
      specifier.startsWith("#") ? specifier.slice(1) : path.posix.join(path.posix.dirname(file), specifier),
    )
    .filter((target) => files.has(target));
}
