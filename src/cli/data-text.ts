import { stringify } from 'yaml'
import type { Format } from './formats.ts'

/** A value as JSON or YAML. */
export const dataText = (value: unknown, format: Format): string =>
  format === 'yaml'
    ? stringify(value, { lineWidth: 0 })
    : `${JSON.stringify(value, null, format === 'jsonl' ? 0 : 2)}\n`
