import { createHash } from 'node:crypto'
import { inHtml } from '../../domain/core/in-html.ts'
import { DOOR_HEADERS } from '../http/door-headers.ts'

const STYLE = `
:root { color-scheme: light dark; --surface: light-dark(#fff, #12151a); --fg: light-dark(#14171c, #eceef2);
  --fg-2: light-dark(#3d444f, #c0c6d0); --line: light-dark(#c6ccd6, #3a424e); --accent: light-dark(#2447be, #9db4ff);
  --danger: light-dark(#a8201a, #ff9d94); }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--surface); color: var(--fg);
  font: 420 13px/1.5 'Inter Variable', Inter, system-ui, sans-serif; }
main { width: min(360px, 100vw - 32px); padding: 32px 0; }
h1 { font-size: 20px; font-weight: 620; margin: 0 0 12px; }
p { margin: 0 0 16px; color: var(--fg-2); overflow-wrap: anywhere; }
p[role=alert] { color: var(--danger); }
code { font-family: 'JetBrains Mono Variable', 'JetBrains Mono', ui-monospace, monospace; font-size: 20px; letter-spacing: 0.04em; color: var(--fg); }
input[type=text] { width: 100%; box-sizing: border-box; height: 34px; padding: 0 10px; margin: 0 0 12px; border: 1px solid var(--line);
  border-radius: 6px; background: transparent; color: inherit; font: 500 16px 'JetBrains Mono Variable', ui-monospace, monospace; text-transform: uppercase; }
label { display: block; margin: 0 0 4px; color: var(--fg-2); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 8px 16px; align-items: baseline; margin: 0 0 20px; }
dt { color: var(--fg-2); }
dd { margin: 0; overflow-wrap: anywhere; }
.acts { margin: 8px 0 0; }
button, a.button { display: inline-block; height: 34px; padding: 0 14px; border: 0; border-radius: 6px; background: var(--fg);
  color: var(--surface); font: inherit; font-weight: 560; line-height: 34px; text-decoration: none; cursor: pointer; }
button + button { background: transparent; color: var(--fg); box-shadow: inset 0 0 0 1px var(--line); margin-left: 8px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/**
 * Content policy of the provider's pages: render, post to this origin, and run the scripts whose hashes the provider adds. The page may
 * be framed by this origin for the silent renewal, so no other header may forbid framing.
 */
const PAGE_POLICY = `default-src 'none'; script-src; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'`

/** Security headers of the provider's pages and answers. */
export const PAGE_HEADERS = { ...DOOR_HEADERS, 'content-security-policy': PAGE_POLICY }

/** A page of the provider. `content` is HTML. */
export const page = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${inHtml(title)} – Sonde</title><style>${STYLE}</style></head>
<body><main><h1>${inHtml(title)}</h1>${content}</main></body>
</html>
`

const home = '<a class="button" href="/">Go to Sonde</a>'

/** Page for a failed sign-in. `sentence` comes from the provider and helps whoever debugs it. */
export const errorPage = (sentence: string): string =>
  page('Sign-in failed', `<p role="alert">${inHtml(sentence)}</p><p>Go back and sign in again.</p>${home}`)

export const signOutPage = (form: string): string =>
  page(
    'Sign out of Sonde?',
    `${form}<p>Other tabs of this browser are signed out too.</p><button autofocus form="op.logoutForm" type="submit" name="logout" value="yes">Sign out</button><button form="op.logoutForm" type="submit">Stay signed in</button>`,
  )

export const signedOutPage = (): string => page('Signed out', `<p>This browser is signed out.</p>${home}`)
