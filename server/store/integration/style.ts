/** From app/tokens.css and app/globals.css. */
export const STYLE = `
@font-face { font-family: Inter; src: url(/connect/inter.woff2) format("woff2"); font-weight: 100 900; font-display: swap; }
:root {
  color-scheme: light dark;
  --background: light-dark(oklch(0.984 0.003 264), oklch(0.178 0.013 264));
  --foreground: light-dark(oklch(0.235 0.022 264), oklch(0.945 0.005 264));
  --card: light-dark(oklch(1 0 0), oklch(0.216 0.015 264));
  --muted: light-dark(oklch(0.49 0.02 264), oklch(0.735 0.017 264));
  --accent: light-dark(oklch(0.95 0.008 264), oklch(0.282 0.02 264));
  --primary: light-dark(oklch(0.455 0.15 264), oklch(0.715 0.125 264));
  --primary-hover: light-dark(oklch(0.4 0.145 264), oklch(0.77 0.11 264));
  --primary-foreground: light-dark(oklch(0.99 0.003 264), oklch(0.185 0.04 264));
  --link: light-dark(oklch(0.44 0.15 264), oklch(0.79 0.1 264));
  --border: light-dark(oklch(0.915 0.007 264), oklch(0.3 0.016 264));
  --border-strong: light-dark(oklch(0.85 0.01 264), oklch(0.38 0.018 264));
  --input: light-dark(oklch(0.64 0.018 264), oklch(0.565 0.02 264));
  --ring: light-dark(oklch(0.55 0.18 264), oklch(0.75 0.125 264));
  --danger: light-dark(oklch(0.495 0.185 27), oklch(0.8 0.105 25));
  --danger-soft: light-dark(oklch(0.957 0.018 20), oklch(0.295 0.065 22));
  --shadow: 0 1px 2px light-dark(oklch(0.2 0.03 264 / 5%), oklch(0 0 0 / 30%));
  --control: 36px;
}
@media (width < 768px), (pointer: coarse) { :root { --control: 44px; } }
*, ::before, ::after { box-sizing: border-box; margin: 0; border: 0 solid var(--border); }
html { -webkit-text-size-adjust: 100%; }
body {
  font: 400 14px/20px Inter, ui-sans-serif, system-ui, sans-serif;
  font-feature-settings: "cv11", "ss03";
  color: var(--foreground); background: var(--background);
  -webkit-font-smoothing: antialiased;
}
main { display: grid; gap: 24px; justify-items: center; align-content: start; min-height: 100dvh; padding: 10vh 16px 40px; }
.brand { display: flex; align-items: center; gap: 10px; font-size: 15px; line-height: 22px; font-weight: 600; }
.brand span { display: grid; place-items: center; width: 32px; height: 32px; border-radius: 8px; background: var(--primary); color: var(--primary-foreground); }
.card { width: 100%; max-width: 480px; padding: 24px; border-width: 1px; border-radius: 16px; background: var(--card); box-shadow: var(--shadow); }
h1 { font-size: 22px; line-height: 28px; font-weight: 600; letter-spacing: -0.015em; }
h2 { font-size: 15px; line-height: 22px; font-weight: 600; letter-spacing: -0.005em; }
.muted { color: var(--muted); }
.small { font-size: 13px; line-height: 18px; }
h1 + p { margin-top: 4px; }
.ways { display: grid; gap: 12px; margin-top: 20px; }
.way { border-width: 1px; border-radius: 12px; }
.way > summary, .way > form { display: flex; align-items: center; gap: 12px; justify-content: space-between; padding: 14px 16px; }
.way > summary { cursor: pointer; border-radius: 12px; list-style: none; }
.way > summary::-webkit-details-marker { display: none; }
.way > summary:hover { background: var(--accent); }
.way > summary::after { content: "" / ""; flex: none; width: 8px; height: 8px; margin-right: 4px; border: solid var(--muted); border-width: 0 2px 2px 0; rotate: 45deg; }
.way[open] > summary::after { rotate: 225deg; }
.way .fields { display: grid; gap: 16px; padding: 4px 16px 16px; }
fieldset { display: grid; gap: 12px; min-width: 0; padding: 16px 0 0; border-top-width: 1px; }
legend { float: left; width: 100%; padding: 0; font-weight: 600; }
.pair { display: grid; grid-template-columns: 1fr 112px; gap: 12px; clear: both; }
.field { display: grid; gap: 6px; align-content: start; clear: both; }
label { font-size: 13px; line-height: 18px; font-weight: 500; }
label.required::after { content: "*" / ""; margin-left: 4px; color: var(--danger); }
input {
  width: 100%; height: var(--control); padding: 0 12px; border: 1px solid var(--input); border-radius: 8px;
  font: inherit; color: inherit; background: var(--card);
}
@media (width < 768px), (pointer: coarse) { input { font-size: 16px; } }
input::placeholder { color: var(--muted); opacity: 1; }
input[aria-invalid="true"] { border-color: var(--danger); outline: 1px solid var(--danger); outline-offset: -2px; }
input:focus-visible { outline: 2px solid var(--ring); outline-offset: -1px; border-color: var(--ring); }
:focus-visible { outline: 2px solid var(--ring); outline-offset: 2px; }
.error { color: var(--danger); font-size: 13px; line-height: 18px; font-weight: 500; }
.alert { padding: 10px 12px; border-radius: 8px; background: var(--danger-soft); color: var(--danger); font-weight: 500; }
button, .button {
  display: inline-flex; align-items: center; justify-content: center; flex: none; height: var(--control); padding: 0 14px;
  border: 1px solid var(--border-strong); border-radius: 8px; background: var(--card); color: inherit;
  font: inherit; font-weight: 500; text-decoration: none; cursor: pointer; box-shadow: var(--shadow);
}
button:hover, .button:hover { background: var(--accent); }
.primary, .button { border-color: transparent; background: var(--primary); color: var(--primary-foreground); }
.primary:hover, .button:hover { background: var(--primary-hover); }
.fields > details > summary { cursor: pointer; color: var(--link); font-size: 13px; line-height: 18px; font-weight: 500; padding: 4px 0; }
.fields > details > div { display: grid; gap: 12px; padding-top: 12px; }
a { color: var(--link); }
footer { margin-top: 20px; }
@media (width < 768px) {
  main { padding: 24px 0 40px; }
  .card { max-width: none; padding: 24px 20px; border-radius: 0; border-inline-width: 0; }
  .pair { grid-template-columns: 1fr; }
}
`;
