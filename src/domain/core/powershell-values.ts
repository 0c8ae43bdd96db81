import { toBase64 } from './base64.ts'
import { expandedText, hereString, literalText } from './powershell-text.ts'

/** A value of a script: text, number, truth, nothing, list, table, or an object made by `New-Object` or `Get-Item`. */
export type Value = string | number | boolean | null | readonly Value[] | Table | Made
export type Table = { readonly entries: ReadonlyMap<string, Value> }
/** `New-Object Type(…)` and `Get-Item file`: its type and arguments. */
export type Made = { readonly type: string; readonly of: readonly Value[] }

/** Position in a script, and its variables by their names in small letters. */
export type Reader = {
  readonly text: string
  at: number
  readonly variables: Map<string, Value>
  /** Names of variables that the script reads and does not set. */
  readonly unset: Set<string>
}

/** Raised within the reader alone, where a script is none that it knows. */
export class Unreadable extends Error {}

const DEEPEST = 40

export const isTable = (value: Value | undefined): value is Table =>
  typeof value === 'object' && value !== null && 'entries' in value && value.entries instanceof Map
export const isMade = (value: Value | undefined): value is Made =>
  typeof value === 'object' && value !== null && 'type' in value

/** A value as the text that a request has of it. */
export const textOf = (value: Value | undefined): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'object') return isMade(value) ? textOfMade(value) : jsonOf(value)
  return String(value)
}

const encoder = new TextEncoder()
const textOfMade = ({ type, of }: Made): string =>
  type === 'base64' ? toBase64(encoder.encode(textOf(of[0]))) : textOf(of[0])

const jsonOf = (value: Value): string => JSON.stringify(plain(value))
const plain = (value: Value): unknown => {
  if (isTable(value)) return Object.fromEntries([...value.entries].map(([key, each]) => [key, plain(each)]))
  if (isMade(value)) return value.of.length === 1 ? plain(value.of[0] ?? null) : value.of.map(plain)
  return Array.isArray(value) ? value.map(plain) : value
}

/** Text of a variable within quotes; null, and remembered, where the script sets none. */
const lookupIn =
  ({ variables, unset }: Reader) =>
  (name: string): string | null => {
    const value = variables.get(name.toLowerCase())
    if (value === undefined) unset.add(name)
    return value === undefined ? null : textOf(value)
  }

const SPACE = /(?:[ \t\r]|`[ \t]*\r?\n|`[ \t]+(?=-\w|--)|#[^\n]*(?=\n))+/y
const SPACE_AND_LINES = /(?:[\s;]|`\r?\n|#[^\n]*)+/y

/** The text that a pattern matches here, which the reader then passes. */
export const take = (reader: Reader, pattern: RegExp): string => {
  pattern.lastIndex = reader.at
  const found = pattern.exec(reader.text)?.[0] ?? ''
  reader.at += found.length
  return found
}
export const skip = (reader: Reader): void => void take(reader, SPACE)
const skipLines = (reader: Reader): void => void take(reader, SPACE_AND_LINES)

const comes = ({ text, at }: Reader, start: string): boolean => text.startsWith(start, at)
const pass = (reader: Reader, start: string): boolean => {
  if (!comes(reader, start)) return false
  reader.at += start.length
  return true
}
const demand = (reader: Reader, start: string): void => {
  if (!pass(reader, start)) throw new Unreadable(`“${start}” is expected`)
}

/** Reads an expression: values joined by `+`, or a list by commas, perhaps piped to `ConvertTo-Json`. */
export const readExpression = (reader: Reader, depth = 0): Value => {
  if (depth > DEEPEST) throw new Unreadable('it is nested too deep')
  const values = [readSum(reader, depth)]
  for (skip(reader); pass(reader, ','); skip(reader)) {
    skipLines(reader)
    values.push(readSum(reader, depth))
  }
  const value = values.length > 1 ? values : (values[0] ?? null)
  const [whole = ''] = /^\|\s*ConvertTo-Json\b[^|)\n;]*/i.exec(reader.text.slice(reader.at, reader.at + 200)) ?? []
  reader.at += whole.length
  return whole === '' ? value : jsonOf(value)
}

const readSum = (reader: Reader, depth: number): Value => {
  let value = readValue(reader, depth)
  for (;;) {
    const before = reader.at
    skip(reader)
    if (!pass(reader, '+')) {
      reader.at = before
      return value
    }
    skipLines(reader)
    const next = readValue(reader, depth)
    value = typeof value === 'number' && typeof next === 'number' ? value + next : textOf(value) + textOf(next)
  }
}

/** Reads one value: a quote, a variable, a table, a list, a number, or an object that is made. */
export const readValue = (reader: Reader, depth = 0): Value => {
  if (depth > DEEPEST) throw new Unreadable('it is nested too deep')
  skip(reader)
  const quoted = readQuote(reader)
  if (quoted !== null) return quoted
  if (pass(reader, '@{')) return readTable(reader, depth)
  if (pass(reader, '@(')) return readList(reader, depth)
  if (pass(reader, '(')) {
    skipLines(reader)
    const value = readExpression(reader, depth + 1)
    skipLines(reader)
    demand(reader, ')')
    take(reader, /(?:\.\w+(?:\(\))?)+/y)
    return value
  }
  if (comes(reader, '$')) return readVariable(reader)
  if (comes(reader, '[')) return readTyped(reader, depth)
  const made = take(reader, /(?:New-Object|Get-Item|ConvertTo-SecureString|Get-Content)\b/iy)
  if (made !== '') return readMade(reader, made, depth)
  const number = take(reader, /-?\d+(?:\.\d+)?(?![\w.])/y)
  if (number !== '') return Number(number)
  const bare = take(reader, /[^\s;|(){}[\],"'@$`]+/y)
  if (bare === '') throw new Unreadable('a value is expected')
  return bare
}

/** Reads a quote or a here-string; null where none begins. */
export const readQuote = (reader: Reader): string | null => {
  const { text, at } = reader
  const start = text.charAt(at)
  const isHere = start === '@' && (text.charAt(at + 1) === '"' || text.charAt(at + 1) === "'")
  if (!isHere && start !== '"' && start !== "'") return null
  const lookup = lookupIn(reader)
  const read = isHere
    ? hereString(text, at, lookup)
    : start === '"'
      ? expandedText(text, at + 1, lookup)
      : literalText(text, at + 1)
  if (read === null) throw new Unreadable(`a quote (${isHere ? text.slice(at, at + 2) : start}) is not closed`)
  reader.at = read.end
  return read.text
}

const readTable = (reader: Reader, depth: number): Table => {
  const entries = new Map<string, Value>()
  for (;;) {
    skipLines(reader)
    if (pass(reader, '}')) return { entries }
    const key = readQuote(reader) ?? take(reader, /[\w.-]+/y)
    if (key === '') throw new Unreadable('a name is expected')
    skip(reader)
    demand(reader, '=')
    skipLines(reader)
    entries.set(key, readExpression(reader, depth + 1))
  }
}

const readList = (reader: Reader, depth: number): Value => {
  const values: Value[] = []
  for (;;) {
    skipLines(reader)
    if (pass(reader, ')')) return values
    if (pass(reader, ',')) continue
    values.push(readSum(reader, depth + 1))
  }
}

const readVariable = (reader: Reader): Value => {
  const [name = ''] = /\w+$/.exec(take(reader, /\$(?:env:)?\{?\w+/iy)) ?? []
  pass(reader, '}')
  if (/^(?:true|false|null)$/i.test(name)) return { true: true, false: false }[name.toLowerCase()] ?? null
  const value = reader.variables.get(name.toLowerCase())
  if (value !== undefined) return value
  if (name === '') throw new Unreadable('a variable is expected')
  reader.unset.add(name)
  return `{{ ${name} }}`
}

/** `[Type]::Method(…)` and casts such as `[int]5`: the value inside counts. */
const readTyped = (reader: Reader, depth: number): Value => {
  const type = take(reader, /\[[\w.[\]]+\]/y)
  if (type === '') throw new Unreadable('a type is expected')
  const isMember = pass(reader, '::')
  if (!isMember) return readValue(reader, depth + 1)
  const path = take(reader, /\w+(?:\.\w+|::\w+)*/y)
  if (!pass(reader, '(')) return path
  const given = readList(reader, depth + 1)
  const list = Array.isArray(given) ? given : [given]
  return /ToBase64String$/i.test(path) ? { type: 'base64', of: list } : (list[0] ?? null)
}

const readMade = (reader: Reader, word: string, depth: number): Made => {
  skip(reader)
  if (!/^New-Object$/i.test(word)) {
    take(reader, /-(?:Path|LiteralPath|String)\s+/iy)
    const value = readValue(reader, depth + 1)
    take(reader, /[^)\n;|}]*/y)
    return { type: word.toLowerCase(), of: [value] }
  }
  take(reader, /-TypeName\s+/iy)
  const type = readQuote(reader) ?? take(reader, /[\w.[\]]+/y)
  skip(reader)
  take(reader, /-ArgumentList\s+/iy)
  if (pass(reader, '(')) {
    const given = readList(reader, depth + 1)
    return { type, of: Array.isArray(given) ? given : [given] }
  }
  return { type, of: [] }
}
