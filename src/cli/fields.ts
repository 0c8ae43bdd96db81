import { cellOf, isScalar } from './cells.ts'
import { type Paint, plainText } from './terminal-io.ts'

/** An object as lines of `field: value`, nested fields indented. */
export const fieldsOf = (value: unknown, paint: Paint, depth = 0): string => {
  const indent = '  '.repeat(depth)
  if (isScalar(value)) return `${indent}${cellOf(value)}\n`
  return Object.entries(Object(value))
    .map(([key, each]) => {
      const head = Array.isArray(value) ? `${indent}- ` : `${indent}${paint.dim(`${plainText(key)}:`)} `
      if (isScalar(each)) return `${head}${cellOf(each)}\n`
      const inner = fieldsOf(each, paint, depth + 1)
      return inner === '' ? `${head}none\n` : `${head.trimEnd()}\n${inner}`
    })
    .join('')
}
