import { isScalar, planZone, readableCell } from './cells.ts'
import { type Paint, paintCategory, paintOf, plainText, type TerminalIo } from './terminal-io.ts'

/** Names of fields that people write otherwise. */
const SPELLED: Readonly<Record<string, string>> = {
  id: 'ID',
  url: 'URL',
  ip: 'IP',
  tls: 'TLS',
  http_code: 'Status code',
}

const labelOf = (key: string): string => {
  const words = plainText(key).replaceAll('_', ' ')
  return SPELLED[key] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

const valueText = (key: string, value: unknown, { io, zone }: Drawn, paint: Paint): string => {
  const text = readableCell(key, value, io.env, zone)
  if (text === '') return paint.dim('none')
  return key === 'result_category' ? paintCategory(paint, text) : text
}

/** Where an object is drawn, and the zone of the plan that it is part of. */
type Drawn = { readonly io: TerminalIo; readonly zone: string | null }

const isPlain = (value: unknown): boolean => isScalar(value) || (Array.isArray(value) && value.every(isScalar))

/** An object for a person: labels instead of field names, times of the own zone, plain fields before nested ones. */
export const describedText = (value: unknown, io: TerminalIo): string =>
  objectText(value, { io, zone: planZone(value) }, 0)

const objectText = (value: unknown, drawn: Drawn, depth: number): string => {
  const paint = paintOf(drawn.io)
  const indent = '  '.repeat(depth)
  const { meta, ...others } = Object(value) as Readonly<Record<string, unknown>>
  // What an object is called stands first, not in a group of its own.
  const entries = Object.entries(depth === 0 && !isPlain(meta) ? { ...Object(meta), ...others } : Object(value))
  const plain = entries.filter(([, each]) => isPlain(each))
  const width = Math.max(0, ...plain.map(([key]) => labelOf(key).length))
  const rows = plain.map(
    ([key, each]) =>
      `${indent}${paint.dim(`${labelOf(key)}:`.padEnd(width + 1))}  ${valueText(key, each, drawn, paint)}\n`,
  )
  const nested = entries
    .filter(([, each]) => !isPlain(each))
    .map(([key, each]) => {
      const inner = nestedText(each, drawn, depth + 1)
      return `${indent}${paint.bold(`${labelOf(key)}:`)}${inner === '' ? `  ${paint.dim('none')}` : ''}\n${inner}`
    })
  return [...rows, ...nested].join('')
}

const nestedText = (value: unknown, drawn: Drawn, depth: number): string => {
  if (!Array.isArray(value)) return objectText(value, drawn, depth)
  const indent = '  '.repeat(depth)
  // Each item is one block, whose first line has the dash.
  return value
    .map((item) =>
      isPlain(item) ? `${indent}- ${readableCell('', item, drawn.io.env)}\n` : objectText(item, drawn, depth + 1),
    )
    .map((text) => `${indent}- ${text.trimStart().replace(/^- /, '')}`)
    .join('')
}
