import jq from '@michaelhomer/jqjs'
import { stringify } from 'yaml'
import { TerminalFailure } from './exit-codes.ts'
import type { Format } from './formats.ts'
import { plainText } from './terminal-io.ts'

const filterOf = (expression: string) => {
  try {
    return jq.compile(expression)
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause)
    throw new TerminalFailure('usage', `--jq cannot read the expression: ${detail}`, { cause })
  }
}

const plainLines = (text: string): string => text.split('\n').map(plainText).join('\n')

/** The values that a jq expression makes of one value, a line each. Texts have no quotes, as with `jq -r`. */
const filtered = (expression: string, value: unknown, indent: number): string => {
  const filter = filterOf(expression)
  try {
    // The library changes what it is given.
    return (
      [...filter(structuredClone(value))]
        // The library answers undefined for a field of something that has none.
        .map((each) => each ?? null)
        .map((each) => `${typeof each === 'string' ? plainLines(each) : JSON.stringify(each, null, indent)}\n`)
        .join('')
    )
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause)
    throw new TerminalFailure('usage', `--jq: ${detail}`, { cause })
  }
}

/** A value as JSON or YAML. */
export const dataText = (value: unknown, format: Format, expression: string | undefined): string => {
  const indent = format === 'jsonl' ? 0 : 2
  if (expression !== undefined) return filtered(expression, value, indent)
  if (format === 'yaml') return stringify(value, { lineWidth: 0 })
  return `${JSON.stringify(value, null, indent)}\n`
}
