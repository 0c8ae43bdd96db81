import { ExactNumber, numberOf } from './exact-number.ts'
import { mayHoldExact } from './exact-scan.ts'

/** Lists and objects that hold an exact number at any depth. */
const holders = new WeakSet<object>()

/** Whether a value is or holds an exact number. Only values of `parseJson`, and lists of such values, can. */
export const holdsExact = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false
  if (value instanceof ExactNumber || holders.has(value)) return true
  return Array.isArray(value) && value.some((item) => item instanceof ExactNumber || holders.has(item))
}

/**
 * Parses JSON as `JSON.parse`, except that numbers whose value a double would change are exact numbers. Throws a SyntaxError for a text
 * that is not JSON. A text without such numbers costs one search more.
 */
export const parseJson = (text: string): unknown => {
  const value: unknown = JSON.parse(text)
  return mayHoldExact(text) ? exactly(text) : value
}

type Frame = { readonly into: unknown[] | Record<string, unknown>; name: string | null; holds: boolean }

const put = ({ into, name }: Frame, value: unknown): void => {
  if (Array.isArray(into)) into.push(value)
  // Assigned, `__proto__` would set the prototype.
  else if (name === '__proto__')
    Object.defineProperty(into, name, { value, writable: true, enumerable: true, configurable: true })
  else into[name ?? ''] = value
}

const NUMBER = /[-+.\deE]+/y
const LITERALS: Readonly<Record<string, readonly [text: string, value: boolean | null]>> = {
  t: ['true', true],
  f: ['false', false],
  n: ['null', null],
}

/** The position of the quote that ends the string that begins at `start`. */
const endOfString = (text: string, start: number): number => {
  for (let at = start + 1; ; at++) {
    at = text.indexOf('"', at)
    let escapes = 0
    while (text.charAt(at - 1 - escapes) === '\\') escapes++
    if (escapes % 2 === 0) return at
  }
}

/**
 * Builds the value of a text that is known to be JSON, in a loop: nesting is as deep as `JSON.parse` takes it. Names that are repeated
 * have their last value, as there; libraries for exact numbers refuse both.
 */
const exactly = (text: string): unknown => {
  const root: Frame = { into: [], name: null, holds: false }
  const frames: Frame[] = [root]
  let frame = root
  const add = (value: unknown): void => {
    put(frame, value)
    frame.name = null
    if (holdsExact(value)) frame.holds = true
  }
  for (let at = 0; at < text.length; ) {
    const character = text.charAt(at)
    const literal = LITERALS[character]
    if (character === '"') {
      const end = endOfString(text, at) + 1
      const string: string = JSON.parse(text.slice(at, end))
      if (Array.isArray(frame.into) || frame.name !== null) add(string)
      else frame.name = string
      at = end
    } else if (character === '{' || character === '[') {
      frame = { into: character === '{' ? {} : [], name: null, holds: false }
      frames.push(frame)
      at++
    } else if (character === '}' || character === ']') {
      const { into, holds } = frame
      if (holds) holders.add(into)
      frames.pop()
      frame = frames.at(-1) ?? root
      add(into)
      at++
    } else if (literal) {
      add(literal[1])
      at += literal[0].length
    } else if (/[-\d]/.test(character)) {
      NUMBER.lastIndex = at
      const number = NUMBER.exec(text)?.[0] ?? ''
      add(numberOf(number))
      at += number.length
    } else at++
  }
  return Array.isArray(root.into) ? root.into[0] : undefined
}

/** JSON of a value as `JSON.stringify` writes it, with exact numbers as their documents wrote them. `indent` is in spaces. */
export const jsonText = (value: unknown, indent = 0): string =>
  holdsExact(value) ? exactText(value, indent, '\n') : JSON.stringify(value, null, indent)

const exactText = (value: unknown, indent: number, newLine: string): string => {
  if (value instanceof ExactNumber) return value.toString()
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = newLine + ' '.repeat(indent)
  const parts = Array.isArray(value)
    ? value.map((item) => exactText(item, indent, inner))
    : Object.entries(value).map(
        ([name, item]) => `${JSON.stringify(name)}:${indent > 0 ? ' ' : ''}${exactText(item, indent, inner)}`,
      )
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  if (parts.length === 0) return `${open}${close}`
  return indent > 0
    ? `${open}${inner}${parts.join(`,${inner}`)}${newLine}${close}`
    : `${open}${parts.join(',')}${close}`
}
