import fc from "fast-check";
import { bodyOf } from "./received.ts";

const shown = (html: string) => bodyOf("", html, [], false).html ?? "";

const TAG = '<\\w+(?: [\\w-]+(?:="[^"]*")?)*? ';
const ALIVE = [
  /<(?:script|style|svg|math|iframe|frame|object|embed|link|meta|base|form|input|button|video|audio|source|template)\b/i,
  new RegExp(`${TAG}(?:on\\w+|srcset|background|poster|action|formaction|ping|xlink:href|srcdoc)\\b`, "i"),
  new RegExp(`${TAG}src="(?!data:image/(?:png|gif|jpeg|webp);base64,)`, "i"),
  new RegExp(`${TAG}href="(?!https?:|mailto:|tel:)`, "i"),
  new RegExp(`${TAG}style="[^"]*(?:url|image|expression|@import|\\\\|position|behavior|var\\()`, "i"),
];

const PIECES = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<img src='//t.example/p.gif' srcset='https://t.example/p.gif 1x' width=1 height=1>",
  "<svg onload=alert(1)><a xlink:href='javascript:1'>x</a><image href='https://t.example/'/></svg>",
  "<style>@import url(https://t.example/a.css); p { background: url(https://t.example/b) }</style>",
  "<p style=\"background-image:url('https://t.example/c'); background: #fff url(//t.example) ; color: red\">words</p>",
  "<p style='font-family: x; src: url(//t.example); position: fixed; inset: 0'>over</p>",
  "<meta http-equiv=refresh content='0;url=https://t.example'><base href='https://t.example/'>",
  "<form action='https://t.example'><input name=password><button formaction='//t.example'>Go</button></form>",
  "<a href=' java\nscript:alert(1)'>link</a><a href='data:text/html,<script>1</script>' ping='//t.example'>l</a>",
  "<link rel=prefetch href='https://t.example'><link rel=dns-prefetch href='//t.example'>",
  "<iframe src='https://t.example' srcdoc='<script>1</script>'></iframe><object data='//t.example'></object>",
  "<video poster='//t.example' src='//t.example' autoplay></video><table background='//t.example'><td background='//t.example'>t</table>",
  "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  "<img src='data:image/svg+xml;base64,PHN2Zz4='><input type=image src='//t.example'>",
  "<a href=\"https://ok.example/\" onclick=alert(1) target=_top style='color:expression(alert(1))'>fine</a>",
  "<!--><img src=x onerror=alert(1)>--><![CDATA[<script>]]>",
  "<x:script xmlns:x='http://www.w3.org/1999/xhtml'>alert(1)</x:script>",
  "<p title='\"><script>alert(1)</script>'>quoted</p>",
  "<",
  "<div",
  "'",
  '"',
  ">",
  "&lt;script&gt;",
  "<template><script>1</script></template>",
];

test("sanitized HTML never runs or loads anything", () => {
  for (const piece of PIECES) for (const alive of ALIVE) expect(shown(piece)).not.toMatch(alive);
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }), (pieces) => {
      const html = shown(pieces.join(""));
      for (const alive of ALIVE) expect(html).not.toMatch(alive);
    }),
    { numRuns: 300 },
  );
});

test("keeps text, links, tables, colors and inline images", () => {
  const html = shown(
    '<p style="color: #333; text-align: center">Dear <b>Priya</b>,</p><table bgcolor="red"><tr><td>1</td></tr></table><img src="data:image/png;base64,AAAA" alt="Ring"><img src="https://t.example/logo.png" alt="Logo"><a href="https://ok.example/?a=1&amp;b=2">here</a>',
  );
  for (const kept of ['<p style="color:#333;text-align:center">', "<b>Priya</b>", '<table bgcolor="red">']) {
    expect(html).toContain(kept);
  }
  expect(html).toContain('<img alt="Ring" src="data:image/png;base64,AAAA" />');
  expect(html).toContain('<img alt="Logo" />');
  expect(html).toContain(
    '<a href="https://ok.example/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer nofollow">',
  );
});
