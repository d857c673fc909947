import { isTest } from "../rooms/rules.mjs";

const TURNS = [
  /\bwhoever\b/gi,
  /\bwhatever\b/gi,
  /\bwhom\b/gi,
  /\banew\b/gi,
  /\bso (many|much|long|near|far|often)\b(?! (that|as|for))/gi,
  /\bno more\b/gi,
  /\bany more\b/gi,
  /\bat the most\b/gi,
  /\bbesides?\b/gi,
  /\bstands? (in|on|at|beside|here|there|for)\b/gi,
  /\b(is|are|was|were) told\b/gi,
  /\btells? (of|it|them|what|who|whether|how)\b/gi,
  /\bof (which|whom|these|those|them|it|what)\b/gi,
  /\b(is|are|was) none\b/gi,
  /\bsomebody\b/gi,
  /\bfrom (then|when) on\b/gi,
  /\bonce more\b/gi,
  /\bmeanwhile\b/gi,
  /\bup to now\b/gi,
  /\bwhere it (is|was|has|can|cannot)\b/gi,
  /\bwhat (was|is|has|had|stands|became|came|comes|goes|went|follows|leaves|lies|speaks|may|can|people|they|it) /gi,
  /\bthat there (is|are)\b/gi,
  /\bjust as\b/gi,
  /\b(is|are|was) there already\b/gi,
  /\bto (look|ask|read|begin|go) on\b/gi,
  /\bgoes? on\b/gi,
  /\bfor good\b/gi,
  /\bby (itself|themselves)\b/gi,
  /\bwho (asks|looks|comes|books|has|is|wrote|may|sees|takes|gets|leaves)\b/gi,
];
const COMMENT = /(?<![^\s{(,;[])\/\*[\s\S]*?\*\/|(?:^|\s)\/\/[^\n]*(?:\n\s*\/\/[^\n]*)*|^--[^\n]*/gm;
const TEST_NAME = /\b(?:test|it)\(\s*"([^"\n]{12,})"/g;
const SENTENCE = /"((?:[^"\\\n]|\\.){20,})"|>([^<>{}\n]{20,})</g;
const CODE =
  /^(select|insert|update|delete) |(^| )-?([mp][xytrbl]?|[wh]|min|max|size|gap|inset|top|right|left|text|bg|border|rounded|grid|flex|z)-[^ ]|^(flex|grid|absolute|relative) |[a-z]-\[|hover:|:[a-z]+-|&& |\?\? |=>|===|^\)|[(=] ?$/;
const SHOWS_NO_SENTENCES = /\.spec\.|^e2e\/|testing\/|\.css$/;

export function countProse(files) {
  let words = 0;
  let odd = 0;
  for (const [file, text] of files)
    for (const piece of proseOf(file, text)) {
      const count = (piece.match(/[A-Za-z’']+/g) ?? []).length;
      if (count < 3) continue;
      words += count;
      for (const turn of TURNS) odd += (piece.match(turn) ?? []).length;
    }
  return { words, odd, perThousand: words === 0 ? 0 : (1000 * odd) / words };
}

function proseOf(file, text) {
  if (file.endsWith(".md")) return text.replace(/```[\s\S]*?```/g, "").split(/\n\n+/);
  const comments = [...text.matchAll(COMMENT)].map(([comment]) =>
    comment.replace(/^\s*[/*-]+|\n\s*[/*-]+/g, " "),
  );
  if (isTest(file) || SHOWS_NO_SENTENCES.test(file))
    return [...comments, ...[...text.matchAll(TEST_NAME)].map(([, name]) => name)];
  const sentences = [...text.matchAll(SENTENCE)].map(([, quoted, shown]) => quoted ?? shown);
  return [...comments, ...sentences.filter(isSentence)];
}

function isSentence(text) {
  return text.split(/\s+/).length >= 5 && /[a-z] [a-z]/.test(text) && !CODE.test(text);
}
