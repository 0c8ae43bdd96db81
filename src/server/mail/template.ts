/** A letter as it is sent: text for every reader, and the same as simple HTML. */
export type Letter = { readonly subject: string; readonly text: string; readonly html: string }

/** What a letter says: paragraphs, and at most one link to follow. */
export type Content = {
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly link?: { readonly words: string; readonly address: string }
  /** Why somebody gets this, and what to do where it was not they who asked. */
  readonly because: string
}

const inHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** The one form of all mail. No image, no tracking, no address but our own. */
export const letterOf = ({ subject, paragraphs, link, because }: Content): Letter => ({
  subject,
  text: [...paragraphs, ...(link ? [`${link.words}:\n${link.address}`] : []), `-- \n${because}`]
    .join('\n\n')
    .concat('\n'),
  html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${inHtml(subject)}</title></head>
<body style="margin:0;padding:32px 16px;background:#ffffff;color:#14171c;font:15px/1.5 system-ui,sans-serif">
<div style="max-width:520px;margin:0 auto">
<p style="font-weight:600">Sonde</p>
${paragraphs.map((paragraph) => `<p>${inHtml(paragraph)}</p>`).join('\n')}
${
  link
    ? `<p><a href="${inHtml(link.address)}" style="display:inline-block;padding:8px 16px;border-radius:6px;background:#2447be;color:#ffffff;text-decoration:none">${inHtml(link.words)}</a></p>
<p style="color:#5d6574;font-size:13px;overflow-wrap:anywhere">${inHtml(link.address)}</p>`
    : ''
}
<p style="color:#5d6574;font-size:13px;border-top:1px solid #e6e8ed;padding-top:12px">${inHtml(because)}</p>
</div>
</body></html>
`,
})
