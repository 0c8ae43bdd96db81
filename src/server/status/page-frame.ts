import { inHtml } from '../../domain/core/in-html.ts'
import { PAGE_STYLE } from './page-style.ts'

/** An HTML page in the style of status pages. `head` and `body` are HTML. */
export const pageFrame = ({ title, head = '', body }: { title: string; head?: string; body: string }): string =>
  `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${inHtml(title)}</title><link rel="icon" href="/favicon.svg">${head}<style>${PAGE_STYLE}</style></head>
<body>
${body}
</body>
</html>
`

/** A page with a sentence, and perhaps a form or a link below it (HTML). */
export const sentencePage = (title: string, sentence: string, below = ''): string =>
  pageFrame({
    title,
    head: '<meta name="robots" content="noindex">',
    body: `<main><h1>${inHtml(title)}</h1><p class="lead">${inHtml(sentence)}</p>${below}</main>`,
  })
