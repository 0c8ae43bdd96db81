import { stringify } from 'yaml'
import type { Format } from './formats.ts'

/** A value as JSON or YAML. */
export const dataText = (value: unknown, format: Format): string =>
  format === 'yaml'
    ? stringify(value, { lineWidth: 0 })
    : `${JSON.stringify(value, null, format === 'jsonl' ? 0 : 2)}\n`

/** Values about several objects as one text: an array of JSON, documents of YAML, or a line of JSON for each. One value is itself. */
export const documentsText = (values: readonly unknown[], format: Format): string => {
  if (format === 'json' && values.length > 1) return dataText(values, format)
  return values.map((value) => dataText(value, format)).join(format === 'yaml' ? '---\n' : '')
}
