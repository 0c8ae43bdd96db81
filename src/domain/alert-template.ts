import { type Filter, filterNamed } from './template-filters.ts'

/** A template that was read: what it is made of, and what is wrong with it as sentences without a subject. */
export type Template = { readonly parts: readonly Part[]; readonly problems: readonly string[] }

type Part =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'value'; readonly value: Value }
  | { readonly type: 'choice'; readonly ways: readonly Way[] }
type Way = { readonly test: Test | null; readonly parts: readonly Part[] }
type Test = {
  readonly value: Value
  readonly compare: '==' | '!=' | null
  readonly to: string
  readonly isNot: boolean
}
type Value = { readonly path: string; readonly filters: readonly { readonly run: Filter; readonly args: string[] }[] }

/** What a variable may hold. */
export type TemplateValue = string | number | boolean | null | readonly string[]

/** Text that is made of a template is cut here: no mail is longer. */
export const LONGEST_TEXT = 100_000
const DEEPEST = 10

// Bounded, so that a text of open braces alone costs no more than its length.
const PIECE = /\{\{([\s\S]{0,500}?)\}\}|\{%([\s\S]{0,500}?)%\}/g
const TEXT_IN_QUOTES = /^(?:"([^"]*)"|'([^']*)')$/
const PATH = /^[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*$/

type Reading = { problems: string[]; isKnown: (path: string) => boolean }

/** Splits at a mark that stands outside of quotes and parentheses. */
const splitAt = (text: string, mark: string): string[] => {
  const pieces = ['']
  let quote = ''
  let depth = 0
  for (const character of text) {
    if (quote !== '') quote = character === quote ? '' : quote
    else if (character === '"' || character === "'") quote = character
    else if (character === '(') depth++
    else if (character === ')') depth--
    if (character === mark && quote === '' && depth === 0) pieces.push('')
    else pieces[pieces.length - 1] += character
  }
  return pieces.map((piece) => piece.trim())
}

const unquoted = (text: string): string | null => {
  const match = TEXT_IN_QUOTES.exec(text)
  return match ? (match[1] ?? match[2] ?? '') : /^-?\d+(?:\.\d+)?$/.test(text) ? text : null
}

const readValue = (source: string, { problems, isKnown }: Reading): Value => {
  const [path = '', ...calls] = splitAt(source, '|')
  if (!PATH.test(path)) problems.push(`holds {{ ${source.trim()} }}, which does not begin with the name of a variable`)
  else if (!isKnown(path)) problems.push(`names ${path}, which no alert has`)
  const filters = calls.flatMap((call) => {
    const [, name = '', list] = /^([a-z0-9_]+)(?:\(([\s\S]*)\))?$/.exec(call) ?? []
    const filter = filterNamed(name)
    const args = list === undefined || list.trim() === '' ? [] : splitAt(list, ',').map((arg) => unquoted(arg))
    if (!filter) problems.push(`uses the filter ${name || call}, which there is not`)
    else if (args.some((arg) => arg === null))
      problems.push(`gives the filter ${name} something else than texts in quotes and numbers`)
    else if (args.length < filter.least || args.length > filter.most)
      problems.push(`gives the filter ${name} ${args.length} values, and it takes ${rangeOf(filter)}`)
    else return [{ run: filter.run, args: args.map((arg) => arg ?? '') }]
    return []
  })
  return { path, filters }
}

const rangeOf = ({ least, most }: { least: number; most: number }): string =>
  least === most ? (least === 0 ? 'none' : String(least)) : `${least} to ${most}`

const readTest = (source: string, reading: Reading): Test => {
  const [, not, value = '', compare, to] =
    /^(not\s+)?([\s\S]*?)(?:\s*(==|!=)\s*("[^"]*"|'[^']*'|-?\d+(?:\.\d+)?))?$/.exec(source.trim()) ?? []
  return {
    value: readValue(value, reading),
    compare: compare === '==' || compare === '!=' ? compare : null,
    to: unquoted(to ?? '""') ?? '',
    isNot: not !== undefined,
  }
}

/**
 * Reads a template: text with `{{ variable | filter }}` and `{% if … %} … {% elif … %} … {% else %} … {% endif %}`. It is data
 * and never run as code. `isKnown` says which paths there are.
 */
export const readTemplate = (source: string, isKnown: (path: string) => boolean): Template => {
  const reading: Reading = { problems: [], isKnown }
  const root: Part[] = []
  const open: { part: Part & { type: 'choice' }; ways: { test: Test | null; parts: Part[] }[] }[] = []
  const here = (): Part[] => open.at(-1)?.ways.at(-1)?.parts ?? root
  const { problems } = reading
  const plain = (text: string) => {
    if (/\{\{|\{%/.test(text)) problems.push('opens {{ or {% without closing it within 500 characters')
    here().push({ type: 'text', text })
  }
  let at = 0
  for (const match of source.matchAll(PIECE)) {
    plain(source.slice(at, match.index))
    at = match.index + match[0].length
    const [, value, tag] = match
    if (value !== undefined) {
      here().push({ type: 'value', value: readValue(value, reading) })
      continue
    }
    const [, word = '', rest = ''] = /^\s*(\w*)\s*([\s\S]*?)\s*$/.exec(tag ?? '') ?? []
    const around = open.at(-1)
    if (word === 'if') {
      if (open.length >= DEEPEST) problems.push(`puts more than ${DEEPEST} {% if %} into each other`)
      const ways = [{ test: readTest(rest, reading), parts: [] }]
      open.push({ part: { type: 'choice', ways }, ways })
    } else if (word === 'elif' && around) around.ways.push({ test: readTest(rest, reading), parts: [] })
    else if (word === 'else' && around) around.ways.push({ test: null, parts: [] })
    else if (word === 'endif' && around) {
      open.pop()
      here().push(around.part)
    } else if (['elif', 'else', 'endif'].includes(word))
      problems.push(`has a {% ${word} %} without an {% if %} before it`)
    else problems.push(`holds {% ${(tag ?? '').trim()} %}; there are only if, elif, else and endif`)
  }
  plain(source.slice(at))
  if (open.length > 0) problems.push('has an {% if %} without its {% endif %}')
  return { parts: root, problems: [...new Set(problems)] }
}

type Variables = Readonly<Record<string, TemplateValue>>

const valueIn = ({ path, filters }: Value, variables: Variables): TemplateValue =>
  filters.reduce<TemplateValue>(
    (value, { run, args }) => run(value, args),
    Object.hasOwn(variables, path) ? (variables[path] ?? null) : null,
  )

/** A value as text: nothing for null, and a list with commas. */
const textOf = (value: TemplateValue): string =>
  value === null ? '' : typeof value === 'object' ? value.join(', ') : String(value)

const holds = ({ value, compare, to, isNot }: Test, variables: Variables): boolean => {
  const found = valueIn(value, variables)
  const text = textOf(found)
  const isSo = compare === null ? text !== '' && found !== false && found !== 0 : (text === to) === (compare === '==')
  return isSo !== isNot
}

/** The text that a template makes of variables, which go by their whole paths. */
export const renderTemplate = ({ parts }: Pick<Template, 'parts'>, variables: Variables): string => {
  const render = (within: readonly Part[]): string => {
    let made = ''
    for (const part of within) {
      if (part.type === 'text') made += part.text
      else if (part.type === 'value') made += textOf(valueIn(part.value, variables))
      else made += render(part.ways.find(({ test }) => test === null || holds(test, variables))?.parts ?? [])
      if (made.length > LONGEST_TEXT) return made.slice(0, LONGEST_TEXT)
    }
    return made
  }
  return render(parts)
}
