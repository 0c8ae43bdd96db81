import { jsonText, parseJson } from '../../../domain/core/exact-json.ts'

/** Token types of highlighted text. */
export type TokenKind = 'key' | 'string' | 'number' | 'variable' | 'plain'
export type Token = { readonly kind: TokenKind; readonly text: string }
export type Language = 'json' | 'http' | 'html' | 'text'

type Rule = readonly [kind: TokenKind, pattern: RegExp, where?: 'within a tag']

const variables = /\{\{\s*[\w.-]+\s*(?:\| *[a-z]+ *)?\}\}|\{\{ *'\{\{' *\}\}|%%\w+%%|__[A-Z][A-Z0-9_]*__/
const variable: Rule = ['variable', new RegExp(variables, 'y')]

const rules: Readonly<Record<Language, readonly Rule[]>> = {
  json: [
    ['key', /"(?:[^"\\\n]|\\.)*"(?=\s*:)/y],
    ['string', /"(?:[^"\\\n]|\\.)*"?/y],
    ['number', /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true\b|false\b|null\b/y],
    variable,
  ],
  http: [
    ['key', /^[A-Z]{3,10}(?= \S)|^HTTP\/[\d.]+|^[\w-]+(?=:)/my],
    ['number', /(?<=^HTTP\/[\d.]+ )\d{3}/my],
    variable,
  ],
  html: [
    ['string', /<!--[\s\S]*?(?:-->|$)/y],
    ['string', /"[^"<]*"|'[^'<]*'/y, 'within a tag'],
    ['key', /<\/?[a-zA-Z][\w:-]*|<[!?][\w-]+|\/?>/y],
    ['number', /&#?\w+;/y],
    variable,
  ],
  text: [variable],
}

/** Longer texts are shown plain: highlighting a megabyte would block the page. */
const LONGEST_COLOURED = 200_000

/** Splits a string into text and placeholders. */
const withVariables = (token: Token): Token[] =>
  token.kind === 'string'
    ? token.text
        .split(new RegExp(`(${variables.source})`))
        .map((text, place): Token => ({ kind: place % 2 === 1 ? 'variable' : 'string', text }))
        .filter(({ text }) => text !== '')
    : [token]

/** For each position of a text, whether the next angle bracket closes a tag; computed once, from the end. */
const tagEnds = (text: string): Uint8Array => {
  const ends = new Uint8Array(text.length + 1)
  for (let at = text.length - 1; at >= 0; at--) {
    const character = text.charAt(at)
    ends[at] = character === '>' ? 1 : character === '<' ? 0 : (ends[at + 1] ?? 0)
  }
  return ends
}

/** Tokens of a text; joined they are the text again. */
export const highlight = (text: string, language: Language): Token[] => {
  if (text.length > LONGEST_COLOURED) return [{ kind: 'plain', text }]
  const ends = language === 'html' ? tagEnds(text) : new Uint8Array()
  const tokens: Token[] = []
  let plainFrom = 0
  let at = 0
  while (at < text.length) {
    const found = rules[language]
      .map(([kind, pattern, where]) => {
        pattern.lastIndex = at
        const found = pattern.exec(text)?.[0] ?? ''
        return { kind, text: where === undefined || ends[at + found.length] === 1 ? found : '' }
      })
      .find((token) => token.text !== '')
    if (!found) {
      at += 1
      continue
    }
    if (at > plainFrom) tokens.push({ kind: 'plain', text: text.slice(plainFrom, at) })
    tokens.push(...withVariables(found))
    at += found.text.length
    plainFrom = at
  }
  if (plainFrom < text.length) tokens.push({ kind: 'plain', text: text.slice(plainFrom) })
  return tokens
}

/** Indents JSON with two spaces; returns other text unchanged. */
export const pretty = (text: string, language: Language): string => {
  if (language !== 'json' || text.length > LONGEST_COLOURED * 5) return text
  try {
    return jsonText(parseJson(text), 2)
  } catch {
    return text
  }
}
