import { createHash } from 'node:crypto'

/** Style of status pages: colours and sizes of the web app's design, in the theme that the visitor's system asks for. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --bg: light-dark(#f5f6f8, #0c0e12); --surface: light-dark(#fff, #12151a);
  --fg: light-dark(#14171c, #eceef2); --fg-2: light-dark(#434a57, #b2b9c5); --fg-3: light-dark(#5d6574, #929aa8);
  --line: light-dark(#d5d9e0, #303641); --control: light-dark(#7f8693, #6d7585); --accent: light-dark(#2447be, #9db4ff);
  --on-ink: light-dark(#fff, #101318); --on-state: light-dark(#fff, #0e1116);
  --ok: light-dark(#0d9069, #4ddcae); --ok-fg: light-dark(#086a50, #5bd6ae);
  --part: light-dark(#c44a00, #ff8a3d); --part-fg: light-dark(#9a4200, #ffab73); --part-soft: light-dark(#ffecdd, #341f10);
  --down: light-dark(#a30d3c, #f4506f); --down-fg: light-dark(#a80f39, #ff8499); --down-soft: light-dark(#fde8ed, #351722);
  --none: light-dark(#848a96, #7f8794); --none-soft: light-dark(#e5e8ed, #252b34); }
* { box-sizing: border-box; margin: 0; }
body { background: var(--bg); color: var(--fg); font: 420 14px/1.5 'Inter Variable', Inter, system-ui, sans-serif;
  font-variant-numeric: tabular-nums; padding: 40px 16px 56px; overflow-wrap: anywhere; }
main, header, footer { max-width: 760px; margin: 0 auto; }
h1 { font-size: 20px; font-weight: 620; letter-spacing: -0.01em; }
h2 { font-size: 14px; font-weight: 620; margin: 32px 0 8px; }
h3 { font-size: 14px; font-weight: 560; }
p, .lead { color: var(--fg-2); } .lead { margin-top: 4px; white-space: pre-line; }
a { color: var(--accent); } h1 a { color: inherit; text-decoration: none; } h1 a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
svg { flex: none; width: 16px; height: 16px; }
ul, ol { list-style: none; padding: 0; }
.overall { display: flex; gap: 12px; align-items: center; margin: 24px 0 0; padding: 16px; background: var(--surface);
  border: 1px solid var(--line); border-radius: 10px; font-size: 16px; font-weight: 560; color: var(--fg); }
.overall svg { width: 20px; height: 20px; }
.overall.degraded { background: var(--part-soft); } .overall.down { background: var(--down-soft); }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 10px; }
.card > li, .card > article { padding: 14px 16px; } .card > * + * { border-top: 1px solid var(--line); }
.row { display: flex; gap: 8px 16px; justify-content: space-between; align-items: baseline; }
.state { display: inline-flex; gap: 6px; align-items: baseline; white-space: nowrap; font-weight: 520; } .state svg { align-self: center; }
.state.operational { color: var(--ok-fg); } .state.degraded { color: var(--part-fg); }
.state.down { color: var(--down-fg); } .state.maintenance { color: var(--accent); } .state.unknown { color: var(--fg-3); }
.note { color: var(--fg-3); font-size: 12px; }
.days { display: flex; gap: 1px; height: 28px; margin: 10px 0 4px; }
.days li, .key i { flex: 1 1 0; min-width: 1px; border-radius: 1px; background: var(--ok); }
.days .b, .key .b { background: linear-gradient(var(--part) 25%, var(--ok) 25%); }
.days .c, .key .c { background: linear-gradient(var(--part) 60%, var(--ok) 60%); }
.days .d, .key .d { background: var(--down); }
.days .n, .key .n { background: linear-gradient(transparent 60%, var(--none) 60%); }
.hidden, .days span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.ends { display: flex; justify-content: space-between; gap: 8px; color: var(--fg-3); font-size: 12px; }
.key { display: flex; flex-wrap: wrap; gap: 4px 16px; margin-top: 8px; color: var(--fg-3); font-size: 12px; }
.key li { display: flex; gap: 6px; align-items: center; } .key i { flex: none; width: 6px; height: 14px; }
.updates { margin-top: 10px; } .updates li { padding-left: 12px; border-left: 2px solid var(--line); }
.updates li + li { margin-top: 10px; } .updates p { white-space: pre-line; color: var(--fg); }
form { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 8px; }
label { width: 100%; font-size: 12px; color: var(--fg-3); }
input { flex: 1 1 200px; min-width: 0; height: 40px; padding: 0 12px; border: 1px solid var(--control); border-radius: 6px;
  background: var(--surface); color: inherit; font: inherit; font-size: 16px; }
button { height: 40px; padding: 0 16px; border: 0; border-radius: 6px; background: var(--fg); color: var(--on-ink);
  font: inherit; font-weight: 560; cursor: pointer; }
footer { margin-top: 32px; display: flex; flex-wrap: wrap; gap: 4px 16px; color: var(--fg-3); font-size: 12px; }
@media (forced-colors: active) { .days li, .key i { forced-color-adjust: none; } }
`

/** Content policy of status pages: their own style, forms to this origin, and nothing that runs. */
export const STATUS_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(PAGE_STYLE).digest('base64')}'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
