import { MAX_COMMAND_LENGTH, MAX_WORDS, TOO_LONG, TOO_MANY_WORDS } from './command-lines.ts'
import {
  isMade,
  isTable,
  type Reader,
  readExpression,
  readQuote,
  readValue,
  skip,
  type Table,
  take,
  textOf,
  Unreadable,
  type Value,
} from './powershell-values.ts'

/** An argument: the name of a parameter, such as `-Uri`, or a value. */
export type Argument = { readonly parameter: string } | { readonly value: Value }

/** A command of a PowerShell script, and what is piped to it. */
export type PowershellCommand = {
  readonly name: string
  readonly arguments: readonly Argument[]
  readonly input: Value | undefined
}

export type PowershellScript =
  | {
      readonly commands: readonly PowershellCommand[]
      /** Names of variables that the script reads and does not set. */
      readonly variables: readonly string[]
    }
  | { readonly problem: string }

/**
 * Reads a PowerShell script: assignments of texts, lists, tables and sessions, and commands with their arguments. Nothing is run: of
 * expressions only those are known that requests are written with. Runs in linear time.
 */
export const powershellScript = (text: string): PowershellScript => {
  if (text.length > MAX_COMMAND_LENGTH) return TOO_LONG
  const reader: Reader = { text, at: 0, variables: new Map(), unset: new Set() }
  const commands: PowershellCommand[] = []
  let many = 0
  try {
    while (reader.at < text.length) {
      take(reader, /(?:[\s;&|})]|`\r?\n|#[^\n]*)+/y)
      take(reader, /PS [A-Za-z]:\\[^>\n]{0,260}>\s*/y)
      if (reader.at >= text.length) break
      const before = reader.at
      const command = readStatement(reader)
      if (command) {
        commands.push(command)
        many += command.arguments.length + 1
        if (many > MAX_WORDS) return TOO_MANY_WORDS
      }
      if (reader.at === before) reader.at++
    }
  } catch (failure) {
    if (failure instanceof Unreadable) return { problem: `The PowerShell command cannot be read: ${failure.message}.` }
    throw failure
  }
  return { commands, variables: [...reader.unset] }
}

const TARGET = /\$((?:script:|global:)?\w+)((?:\.\w+|\[["']?[\w-]+["']?\])*)[ \t]*(?:\+?=(?!=))[ \t]*(?:`?\r?\n\s*)?/iy
const METHOD = /\$(\w+)((?:\.\w+)+)\(/y

/** Reads a statement: a command, or something that is remembered, for which the answer is null. */
const readStatement = (reader: Reader): PowershellCommand | null => {
  const { text, at } = reader
  const target = take(reader, TARGET)
  if (target !== '') {
    if (startsCommand(reader)) return readCommand(reader, undefined)
    TARGET.lastIndex = at
    const [, name = '', path = ''] = TARGET.exec(text) ?? []
    assign(reader, name.replace(/^\w+:/, ''), path, readExpression(reader))
    return null
  }
  const method = take(reader, METHOD)
  if (method !== '') {
    const [, name = '', path = ''] = /^\$(\w+)((?:\.\w+)+)/.exec(method) ?? []
    const given = readArguments(reader)
    if (/\.Add$/i.test(path)) addTo(reader, name, path.slice(0, -4), given)
    return null
  }
  if (/["'@$(]/.test(text.charAt(reader.at))) {
    const value = readExpression(reader)
    skip(reader)
    if (take(reader, /\|\s*(?=[A-Za-z])/y) === '') return null
    return readCommand(reader, value)
  }
  return readCommand(reader, undefined)
}

const startsCommand = ({ text, at }: Reader): boolean =>
  /^(?:&\s*)?(?:[\w.:\\/]*curl(?:\.exe)?|Invoke-\w+|iwr|irm|wget)\b/i.test(text.slice(at, at + 300))

/** The values between the parentheses of a method, whose opening one is read. */
const readArguments = (reader: Reader): Value[] => {
  const values: Value[] = []
  for (;;) {
    take(reader, /[\s,]+/y)
    if (take(reader, /\)/y) !== '') return values
    values.push(readValue(reader))
    skip(reader)
    if (!/[,)\s]/.test(reader.text.charAt(reader.at))) throw new Unreadable('“)” is expected')
  }
}

const tableOf = (reader: Reader, name: string): Map<string, Value> => {
  const key = name.toLowerCase()
  const known = reader.variables.get(key)
  const entries = new Map(isTable(known) ? known.entries : [])
  // An object that `New-Object` made takes properties like a table.
  reader.variables.set(key, { entries } satisfies Table)
  return entries
}

const assign = (reader: Reader, name: string, path: string, value: Value): void => {
  const key = path.replace(/^[.[]["']?|["']?\]$/g, '')
  if (path === '')
    reader.variables.set(name.toLowerCase(), isMade(value) && value.of.length === 0 ? emptyTable() : value)
  else tableOf(reader, name).set(isKeyed(path) ? key : key.toLowerCase(), value)
}
const isKeyed = (path: string): boolean => path.startsWith('[')
const emptyTable = (): Table => ({ entries: new Map() })

/** `$session.Cookies.Add(…)` and `$headers.Add("name", "value")`. */
const addTo = (reader: Reader, name: string, path: string, given: readonly Value[]): void => {
  const entries = tableOf(reader, name)
  const list = path.replace(/^\./, '').toLowerCase()
  if (list === '') {
    entries.set(textOf(given[0]), given[1] ?? '')
    return
  }
  const known = entries.get(list)
  const more = given.length > 1 ? { type: 'pair', of: given } : (given[0] ?? null)
  if (Array.isArray(known)) known.push(more)
  else entries.set(list, [more])
}

const readCommand = (reader: Reader, input: Value | undefined): PowershellCommand | null => {
  take(reader, /&\s*/y)
  const name = readQuote(reader) ?? take(reader, /[^\s;|(){}"'`$,=]+/y)
  if (name === '') return null
  const given: Argument[] = []
  for (;;) {
    skip(reader)
    const character = reader.text.charAt(reader.at)
    if (character === '' || /[\n;|)}]/.test(character)) return { name, arguments: given, input }
    if (given.length > MAX_WORDS) return { name, arguments: given, input }
    given.push(readArgument(reader))
  }
}

/** Reads an argument: the pieces up to the next space belong together. */
const readArgument = (reader: Reader): Argument => {
  const parameter = take(reader, /-[A-Za-z][A-Za-z]*(?=[\s:]|$)/y)
  if (parameter !== '') {
    take(reader, /:(?=\S)/y)
    return { parameter }
  }
  const first = readPiece(reader)
  if (isEnd(reader)) return { value: first }
  const pieces = [textOf(first)]
  while (!isEnd(reader)) pieces.push(textOf(readPiece(reader)))
  return { value: pieces.join('') }
}

const isEnd = ({ text, at }: Reader): boolean =>
  at >= text.length || /[\s;|)}]/.test(text.charAt(at)) || /^`[ \t]*\r?\n/.test(text.slice(at, at + 80))

const readPiece = (reader: Reader): Value => {
  const splat = /^@\w/.test(reader.text.slice(reader.at, reader.at + 2))
  if (splat) {
    const name = take(reader, /@\w+/y).slice(1)
    // `@params` passes a table as parameters; `@file` of curl is text, where no such variable is set.
    return reader.variables.get(name.toLowerCase()) ?? `@${name}`
  }
  if (/["'($[@]/.test(reader.text.charAt(reader.at)) && !/^@-/.test(reader.text.slice(reader.at, reader.at + 2)))
    return readValue(reader)
  const escaped = take(reader, /`[^\n]/y)
  if (escaped !== '') return escaped.slice(1)
  const bare = take(reader, /[^\s;|()"'`$}]+/y)
  if (bare !== '') return bare
  reader.at++
  return reader.text.charAt(reader.at - 1)
}
