import { largestOf } from '../../domain/core/extremes.ts'
import { inHtml } from '../../domain/core/in-html.ts'

/** The content of a mail: text, and usually the same as simple HTML. */
export type MailContent = { readonly subject: string; readonly text: string; readonly html?: string }

type Link = { readonly words: string; readonly address: string }
type RowName = { readonly words: string; readonly address: string | null }

/** A table in a mail; the first column names the row, with a link where its reader may follow one, the others are figures. */
export type MailTable = {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly { readonly name: RowName; readonly cells: readonly string[] }[]
  /** A line below the table. */
  readonly note?: string
}

/** The parts of a mail: paragraphs, at most one link, and tables after it. */
export type Content = {
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly link?: Link
  readonly tables?: readonly MailTable[]
  /** Why the recipient gets this mail, and what to do if they did not ask for it. */
  readonly because: string
  /** The link that unsubscribes. */
  readonly unsubscribe?: Link
}

/** Renders a mail. No images, no tracking, and no links but our own. */
export const renderMail = (content: Content): MailContent => ({
  subject: content.subject,
  text: textOf(content),
  html: htmlOf(content),
})

const NAME_WIDTH = 40

const textOf = ({ paragraphs, link, tables = [], because, unsubscribe }: Content): string =>
  [
    ...paragraphs,
    ...(link ? [`${link.words}:\n${link.address}`] : []),
    ...tables.map(textTable),
    `-- \n${because}${unsubscribe ? `\n${unsubscribe.words}: ${unsubscribe.address}` : ''}`,
  ]
    .join('\n\n')
    .concat('\n')

const textTable = ({ title, columns, rows, note }: MailTable): string => {
  const cells = [columns.slice(1), ...rows.map((row) => row.cells)]
  const widths = columns.slice(1).map((_, at) => largestOf(cells.map((each) => each[at]?.length ?? 0)))
  const lines = [columns[0] ?? '', ...rows.map(({ name }) => name.words)].map((name, at) =>
    [fitted(name), ...widths.map((width, column) => (cells[at]?.[column] ?? '').padStart(width))].join('  ').trimEnd(),
  )
  return [title.toUpperCase(), ...lines, ...(note === undefined ? [] : [note])].join('\n')
}

const fitted = (name: string): string =>
  name.length > NAME_WIDTH ? `${name.slice(0, NAME_WIDTH - 1)}…` : name.padEnd(NAME_WIDTH)

const MUTED = 'color:#5d6574;font-size:13px'
const CELL = 'padding:6px 0 6px 16px;border-top:1px solid #e6e8ed;text-align:right;white-space:nowrap'

const htmlOf = ({ subject, paragraphs, link, tables = [], because, unsubscribe }: Content): string =>
  `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${inHtml(subject)}</title></head>
<body style="margin:0;padding:32px 16px;background:#ffffff;color:#14171c;font:15px/1.5 system-ui,sans-serif">
<div style="max-width:${tables.length > 0 ? 640 : 520}px;margin:0 auto">
<p style="font-weight:600">Sonde</p>
${paragraphs.map((paragraph) => `<p>${inHtml(paragraph)}</p>`).join('\n')}
${
  link
    ? `<p><a href="${inHtml(link.address)}" style="display:inline-block;padding:8px 16px;border-radius:6px;background:#2447be;color:#ffffff;text-decoration:none">${inHtml(link.words)}</a></p>
<p style="${MUTED};overflow-wrap:anywhere">${inHtml(link.address)}</p>`
    : ''
}
${tables.map(htmlTable).join('\n')}
<p style="${MUTED};border-top:1px solid #e6e8ed;padding-top:12px">${inHtml(because)}${
    unsubscribe
      ? `<br><a href="${inHtml(unsubscribe.address)}" style="color:#5d6574">${inHtml(unsubscribe.words)}</a>`
      : ''
  }</p>
</div>
</body></html>
`

const htmlName = ({ words, address }: RowName): string =>
  address === null
    ? inHtml(words)
    : `<a href="${inHtml(address)}" style="color:#2447be;text-decoration:none">${inHtml(words)}</a>`

const htmlTable = ({ title, columns, rows, note }: MailTable): string =>
  `<h2 style="font-size:15px;margin:28px 0 8px">${inHtml(title)}</h2>
<table style="width:100%;border-collapse:collapse;font-size:14px;font-variant-numeric:tabular-nums">
<tr>${columns
    .map(
      (column, at) =>
        `<th style="padding:0 0 6px ${at === 0 ? 0 : 16}px;text-align:${at === 0 ? 'left' : 'right'};font-weight:500;${MUTED}">${inHtml(column)}</th>`,
    )
    .join('')}</tr>
${rows
  .map(
    ({ name, cells }) =>
      `<tr><td style="padding:6px 0;border-top:1px solid #e6e8ed;overflow-wrap:anywhere">${htmlName(name)}</td>${cells
        .map((cell) => `<td style="${CELL}">${inHtml(cell)}</td>`)
        .join('')}</tr>`,
  )
  .join('\n')}
</table>${note === undefined ? '' : `\n<p style="${MUTED}">${inHtml(note)}</p>`}`
