export const style = `
:root{color-scheme:light dark;--bg:#fbfbfd;--card:#fff;--text:#1b1e2b;--muted:#5a6072;--line:#d9dce6;--soft:#eef0f7;--link:#2747c7}
@media(prefers-color-scheme:dark){:root{--bg:#12141c;--card:#191c27;--text:#e9ebf3;--muted:#a5abbd;--line:#343a4b;--soft:#242938;--link:#9db4ff}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:60rem;padding:1.5rem 1rem 4rem;background:var(--bg);color:var(--text);font:15px/1.55 system-ui,sans-serif}
h1{margin:0 0 .5rem;font-size:1.5rem;line-height:1.25}
h2{margin:1.75rem 0 .5rem;font-size:1.05rem}
h3{margin:.9rem 0 .3rem;font-size:.85rem;color:var(--muted)}
a{color:var(--link)}
label{display:block;margin:1rem 0 .3rem;font-weight:600}
input{width:100%;min-height:44px;padding:0 .75rem;border:1px solid var(--muted);border-radius:8px;background:var(--card);color:inherit;font:inherit}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
#count{min-height:1.5em;margin:.4rem 0 0;color:var(--muted)}
details{border:1px solid var(--line);border-radius:8px;background:var(--card);margin-bottom:.4rem}
summary{min-height:44px;padding:.6rem .75rem;cursor:pointer;overflow-wrap:anywhere}
code,pre{font:13px/1.5 ui-monospace,monospace}
.method{display:inline-block;min-width:3.6rem;font:600 12px/1.5 ui-monospace,monospace;color:var(--muted)}
.name{margin-left:.5rem;color:var(--muted)}
.tag{margin-left:.4rem;padding:.1rem .5rem;border-radius:99px;background:var(--soft);font-weight:500;font-size:12px;white-space:nowrap}
.call{padding:0 .75rem .75rem;border-top:1px solid var(--line)}
.call ul{margin:0;padding-left:1.1rem}
.call li span{color:var(--muted)}
pre{margin:0;padding:.6rem .75rem;border-radius:6px;background:var(--soft);overflow-x:auto;white-space:pre-wrap;overflow-wrap:anywhere}
[hidden]{display:none}
`;

export const script = `
const find = document.getElementById("find"), count = document.getElementById("count");
const calls = [...document.querySelectorAll("details")].map((box) => [box, box.textContent.toLowerCase()]);
function look() {
  const words = find.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let shown = 0;
  for (const [box, text] of calls) {
    box.hidden = !words.every((word) => text.includes(word));
    if (!box.hidden) shown += 1;
  }
  for (const part of document.querySelectorAll("section")) part.hidden = !part.querySelector("details:not([hidden])");
  count.textContent = words.length ? (shown || "No") + (shown === 1 ? " call" : " calls") : "";
}
function show() {
  const box = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (box && box.tagName === "DETAILS") { box.open = true; box.scrollIntoView(); }
}
find.addEventListener("input", look);
addEventListener("hashchange", show);
look();
show();
`;
