import { type Filter, filterNamed } from './template-filters.ts'

/** A parsed template: its parts, and its problems as sentences without a subject. */
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

/** Types of a template variable's value. */
export type TemplateValue = string | number | boolean | null | readonly string[]

/** Rendered text is cut at this length: no mail is longer. */
export const MAX_TEXT_LENGTH = 100_000
const MAX_DEPTH = 10

const MAX_TEMPLATE_LENGTH = 20_000
/** Characters between {{ and }}, or {% and %}. */
const MAX_PIECE_LENGTH = 500
/** Per template. Each filter may process a value of thousands of characters. */
const MAX_FILTERS = 200
/** Parsing stops after this many problems. */
const MAX_PROBLEMS = 20

const TEXT_IN_QUOTES = /^(?:"([^"]*)"|'([^']*)')$/
const PATH = /^[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*$/

type Reading = { problems: Set<string>; filters: number; isKnown: (path: string) => boolean }

type Piece = { readonly from: number; readonly to: number; readonly isValue: boolean; readonly inside: string }

/** Yields the pieces in braces, in order. Each closing mark is searched once, so unclosed braces cost only linear time. */
function* piecesIn(source: string): Generator<Piece> {
  const closes = { '{{': -1, '{%': -1 }
  const closeOf = (open: keyof typeof closes, from: number): number => {
    if (closes[open] >= from) return closes[open]
    const found = source.indexOf(open === '{{' ? '}}' : '%}', from)
    closes[open] = found < 0 ? Number.POSITIVE_INFINITY : found
    return closes[open]
  }
  let at = source.indexOf('{')
  while (at >= 0) {
    const open = source.slice(at, at + 2)
    const close = open === '{{' || open === '{%' ? closeOf(open, at + 2) : Number.POSITIVE_INFINITY
    const isPiece = close - at - 2 <= MAX_PIECE_LENGTH
    if (isPiece) yield { from: at, to: close + 2, isValue: open === '{{', inside: source.slice(at + 2, close) }
    at = source.indexOf('{', isPiece ? close + 2 : at + 1)
  }
}

/** Splits at a mark outside quotes and parentheses. */
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

const readValue = (source: string, reading: Reading): Value => {
  const { problems, isKnown } = reading
  const [path = '', ...calls] = splitAt(source, '|')
  if (!PATH.test(path)) problems.add(`contains {{ ${source.trim()} }}, which does not start with a variable name`)
  else if (!isKnown(path)) problems.add(`uses ${path}, which is not a variable`)
  const filters = calls.flatMap((call) => {
    const [, name = '', list] = /^([a-z0-9_]+)(?:\(([\s\S]*)\))?$/.exec(call) ?? []
    const filter = filterNamed(name)
    reading.filters++
    const args = list === undefined || list.trim() === '' ? [] : splitAt(list, ',').map((arg) => unquoted(arg))
    if (reading.filters > MAX_FILTERS) problems.add(`uses more than ${MAX_FILTERS} filters`)
    else if (!filter) problems.add(`uses the filter ${name || call}, which does not exist`)
    else if (args.some((arg) => arg === null))
      problems.add(`passes the filter ${name} something other than quoted texts and numbers`)
    else if (args.length < filter.least || args.length > filter.most)
      problems.add(`passes the filter ${name} ${args.length} values, but it takes ${rangeOf(filter)}`)
    else return [{ run: filter.run, args: args.map((arg) => arg ?? '') }]
    return []
  })
  return { path, filters }
}

const rangeOf = ({ least, most }: { least: number; most: number }): string =>
  least === most ? (least === 0 ? 'none' : String(least)) : `${least} to ${most}`

/** The comparison, up to the end of the text. */
const COMPARED = /(==|!=)\s*("[^"]*"|'[^']*'|-?\d+(?:\.\d+)?)$/y

const readTest = (source: string, reading: Reading): Test => {
  const text = source.trim()
  const not = /^not\s+/.exec(text)?.[0] ?? ''
  for (let at = text.indexOf('=', not.length); at >= 0; at = text.indexOf('=', at + 1)) {
    // `!=` starts one character before its `=`.
    COMPARED.lastIndex = text.charAt(at - 1) === '!' && at > not.length ? at - 1 : at
    const begins = COMPARED.lastIndex
    const [, compare, to = ''] = COMPARED.exec(text) ?? []
    if (compare !== '==' && compare !== '!=') continue
    const value = readValue(text.slice(not.length, begins), reading)
    return { value, compare, to: unquoted(to) ?? '', isNot: not !== '' }
  }
  return { value: readValue(text.slice(not.length), reading), compare: null, to: '', isNot: not !== '' }
}

/**
 * Parses a template: text with `{{ variable | filter }}` and `{% if … %} … {% elif … %} … {% else %} … {% endif %}`. Templates
 * are data, never executed as code, and are parsed in one pass. `isKnown` tells which variables exist.
 */
export const readTemplate = (source: string, isKnown: (path: string) => boolean): Template => {
  if (source.length > MAX_TEMPLATE_LENGTH)
    return { parts: [], problems: [`must have at most ${MAX_TEMPLATE_LENGTH} characters`] }
  const reading: Reading = { problems: new Set(), filters: 0, isKnown }
  const root: Part[] = []
  const open: { part: Part & { type: 'choice' }; ways: { test: Test | null; parts: Part[] }[] }[] = []
  const here = (): Part[] => open.at(-1)?.ways.at(-1)?.parts ?? root
  const { problems } = reading
  const plain = (text: string) => {
    if (/\{\{|\{%/.test(text)) problems.add(`opens {{ or {% without closing it within ${MAX_PIECE_LENGTH} characters`)
    here().push({ type: 'text', text })
  }
  let at = 0
  for (const { from, to, isValue, inside } of piecesIn(source)) {
    if (problems.size >= MAX_PROBLEMS) break
    plain(source.slice(at, from))
    at = to
    if (isValue) {
      here().push({ type: 'value', value: readValue(inside, reading) })
      continue
    }
    const tag = inside.trim()
    const word = /^\w*/.exec(tag)?.[0] ?? ''
    const rest = tag.slice(word.length).trim()
    const around = open.at(-1)
    if (word === 'if') {
      if (open.length >= MAX_DEPTH) problems.add(`nests {% if %} more than ${MAX_DEPTH} levels deep`)
      const ways = [{ test: readTest(rest, reading), parts: [] }]
      open.push({ part: { type: 'choice', ways }, ways })
    } else if (word === 'elif' && around) around.ways.push({ test: readTest(rest, reading), parts: [] })
    else if (word === 'else' && around) around.ways.push({ test: null, parts: [] })
    else if (word === 'endif' && around) {
      open.pop()
      here().push(around.part)
    } else if (['elif', 'else', 'endif'].includes(word))
      problems.add(`has a {% ${word} %} without an {% if %} before it`)
    else problems.add(`contains {% ${tag} %}; only if, elif, else and endif exist`)
  }
  plain(source.slice(at))
  if (open.length > 0) problems.add('has an {% if %} without its {% endif %}')
  return { parts: root, problems: [...problems].slice(0, MAX_PROBLEMS) }
}

type Variables = Readonly<Record<string, TemplateValue>>

const valueIn = ({ path, filters }: Value, variables: Variables): TemplateValue =>
  filters.reduce<TemplateValue>(
    (value, { run, args }) => run(value, args),
    Object.hasOwn(variables, path) ? (variables[path] ?? null) : null,
  )

/** Formats a value as text: empty for null, commas for a list. */
const textOf = (value: TemplateValue): string =>
  value === null ? '' : typeof value === 'object' ? value.join(', ') : String(value)

const holds = ({ value, compare, to, isNot }: Test, variables: Variables): boolean => {
  const found = valueIn(value, variables)
  const text = textOf(found)
  const isSo = compare === null ? text !== '' && found !== false && found !== 0 : (text === to) === (compare === '==')
  return isSo !== isNot
}

/** Renders a template with variables, given by their full paths. */
export const renderTemplate = ({ parts }: Pick<Template, 'parts'>, variables: Variables): string => {
  const render = (within: readonly Part[]): string => {
    let made = ''
    for (const part of within) {
      if (part.type === 'text') made += part.text
      else if (part.type === 'value') made += textOf(valueIn(part.value, variables))
      else made += render(part.ways.find(({ test }) => test === null || holds(test, variables))?.parts ?? [])
      if (made.length > MAX_TEXT_LENGTH) return made.slice(0, MAX_TEXT_LENGTH)
    }
    return made
  }
  return render(parts)
}
