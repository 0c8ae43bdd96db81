import type { Argument } from '../argument.ts'
import { named } from '../naming.ts'
import type { Entity } from '../world.ts'
import type { Token } from './tokens.ts'
import { isFreeText } from './value-shape.ts'

/** A name has no more words; each further one is looked for among thousands of names. */
const MOST_WORDS = 12

/** Tokens as one, which says what stands in the line from the first to the last; bare commas part it. */
const joined = (line: string, tokens: readonly Token[]): Token | null => {
  const [first, last] = [tokens[0], tokens.at(-1)]
  if (!first || !last) return null
  const text = line.slice(first.from, last.to)
  return { ...first, to: last.to, text, parts: text.split(',').map((part) => part.trim()) }
}

/** The bare tokens at the beginning: none is a flag, and none has a quote or an escape. */
const bareAmong = (line: string, tokens: readonly Token[]): readonly Token[] => {
  const end = tokens.findIndex(({ flag, from, to, text }) => flag !== null || text !== line.slice(from, to))
  return tokens.slice(0, end < 0 ? tokens.length : end)
}

/** The items of a list. A name may have a comma of its own: `Orders, EU`. Quotes say where each ends. */
export const itemsOf = ({ text, parts, quoted }: Token, entities: readonly Entity[]): readonly string[] => {
  const isCalled = (part: string): boolean => named(part, entities).length > 0
  const items = parts.filter((part) => part !== '')
  return parts.length > 1 && !quoted && isCalled(text) && !items.every(isCalled) ? [text] : items
}

type Names = {
  readonly entities: readonly Entity[]
  /** Commas part several names. */
  readonly several: boolean
  /** Further arguments follow by their place, so that a word that is a name itself ends there. */
  readonly hasMore: boolean
}

/**
 * Tokens as one, with their number. `rival` is a longer text that is a name too, or begins one, or the same one where its commas may be those of
 * a name, so that nobody knows which is meant.
 */
type Found = { readonly token: Token; readonly count: number; readonly rival?: string }

/**
 * The tokens that spell names of objects although they have spaces and no quotes: `Tax lookup (SOAP), Twin`. Where they only begin a name,
 * as far as they do.
 */
const namesAt = (line: string, tokens: readonly Token[], { entities, several, hasMore }: Names): Found | null => {
  const bare = bareAmong(line, tokens.slice(0, MOST_WORDS))
  const upTo = (count: number) => {
    const token = joined(line, bare.slice(0, count))
    if (!token) return null
    // A name may have a comma of its own.
    if (token.parts.length > 1 && isCalled(token.text) && !token.parts.every(isName))
      return { token: { ...token, parts: [token.text] }, count }
    // Nobody knows whether one object is meant, or those that its parts name.
    const rival = token.parts.length > 1 && isCalled(token.text) ? { rival: token.text } : {}
    return several || token.parts.length === 1 ? { token, count, ...rival } : null
  }
  const isCalled = (text: string): boolean => entities.some(({ name }) => name.toLowerCase() === text.toLowerCase())
  const isName = (part: string): boolean => part !== '' && named(part, entities).length > 0
  const begins = (part: string): boolean => {
    const begun = part.toLowerCase()
    return entities.some(({ name }) => name.toLowerCase().startsWith(begun))
  }
  const all = bare.flatMap((_, at) => upTo(at + 1) ?? [])
  const whole = all.filter(({ token }) => token.parts.every(isName))
  const [shortest] = whole
  const isBegun = ({ token: { parts } }: Found): boolean =>
    parts.slice(0, -1).every(isName) && begins(parts.at(-1) ?? '')
  if (shortest && !hasMore) {
    const [longest, typed] = [whole.at(-1) ?? shortest, all.at(-1)]
    // `Cart stag` is no word too many after “Cart”, but the beginning of “Cart staging”.
    return typed && typed.count > longest.count && isBegun(typed) ? typed : longest
  }
  if (shortest) {
    // The words after it may belong to the name, or be the next argument.
    const rival = all.findLast(
      ({ token, count }) => count > shortest.count && (token.parts.every(isName) || begins(token.text)),
    )
    return rival ? { ...shortest, rival: rival.token.text } : shortest
  }
  // One unknown name among several is that name's fault, not that of the words around it.
  const listed =
    several && !hasMore ? all.findLast(({ token: { parts } }) => parts.length > 1 && isName(parts[0] ?? '')) : null
  if (listed) return listed
  return all.findLast((each) => each.count > 1 && isBegun(each)) ?? null
}

/** A bare token and the bare ones after it, as one text. */
export const textAt = (
  line: string,
  tokens: readonly Token[],
): { readonly token: Token; readonly count: number } | null => {
  const bare = bareAmong(line, tokens)
  const token = bare.length > 1 ? joined(line, bare) : null
  return token && { token: { ...token, parts: [token.text] }, count: bare.length }
}

/** The words of a text that an address follows. */
const textBeforeAddress = (line: string, tokens: readonly Token[]): Found | null => {
  const end = tokens.findIndex(({ text }) => /^https?:\/\//i.test(text))
  return end > 1 ? textAt(line, tokens.slice(0, end)) : null
}

/** The words of a time: as many as are one where further arguments follow, else all. */
const timeAt = (
  line: string,
  tokens: readonly Token[],
  isTime: (text: string) => boolean,
  hasMore: boolean,
): Found | null =>
  hasMore
    ? (tokens
        .slice(0, MOST_WORDS)
        .map((_, at) => textAt(line, tokens.slice(0, at + 1)))
        .findLast((found) => found !== null && isTime(found.token.text)) ?? null)
    : textAt(line, tokens)

/** A token of a list with those that its commas bind to it: `a, "b c" ,d`. */
const listAt = (tokens: readonly Token[]): { readonly token: Token; readonly count: number } | null => {
  const [first] = tokens
  if (!first) return null
  let [token, count] = [first, 1]
  for (let next = tokens[count]; next && next.flag === null; next = tokens[count]) {
    const isBound = endsWithComma(token) || (next.parts.length > 1 && next.parts[0] === '')
    if (!isBound) break
    const parts = [
      ...token.parts.slice(0, -1),
      `${token.parts.at(-1) ?? ''}${next.parts[0] ?? ''}`,
      ...next.parts.slice(1),
    ]
    token = {
      ...token,
      to: next.to,
      text: token.text + next.text,
      parts,
      quoted: token.quoted || next.quoted,
      open: next.open,
    }
    count++
  }
  return count > 1 ? { token, count } : null
}

/** Names that end with a comma, with the items in quotes after them: `nightly, "week end"`. */
const goneOn = (names: Found, tokens: readonly Token[]): Found => {
  const more = listAt([names.token, ...tokens.slice(names.count)])
  return more ? { ...names, token: more.token, count: names.count + more.count - 1 } : names
}

/** Whether a token ends with a comma that begins another item. */
export const endsWithComma = ({ parts }: Token): boolean => parts.length > 1 && parts.at(-1) === ''

/** The neighbours of an argument that is given by its place. */
export type Neighbours = Pick<Place, 'hasMore' | 'isLastOne' | 'isBeforeAddress'>

type Place = {
  readonly argument: Argument
  readonly entities: readonly Entity[]
  /** It takes several values, with commas between them. */
  readonly isSet: boolean
  /** Further arguments follow by their place. */
  readonly hasMore?: boolean
  /** It is the last of those that are given by their place. */
  readonly isLastOne?: boolean
  /** The next one is an address, which no word of a text looks like. */
  readonly isBeforeAddress?: boolean
  /** Whether a text is a time in the argument's sense. */
  readonly isTime?: (text: string) => boolean
}

/**
 * The tokens of one value, where it has more than one: the words of a name or a time, the items of a list, and all words where a text ends
 * the line.
 */
export const valueAt = (
  line: string,
  tokens: readonly Token[],
  { argument, entities, isSet, hasMore = false, isLastOne = false, isBeforeAddress = false, isTime }: Place,
): Found | null => {
  const names = argument.kind ? namesAt(line, tokens, { entities, several: isSet, hasMore }) : null
  return (
    (names && isSet && endsWithComma(names.token) ? goneOn(names, tokens) : names) ??
    (isBeforeAddress && isFreeText(argument) ? textBeforeAddress(line, tokens) : null) ??
    (isTime ? timeAt(line, tokens, isTime, hasMore) : null) ??
    (isFreeText(argument) && isLastOne ? textAt(line, tokens) : null) ??
    (isSet ? listAt(tokens) : null)
  )
}

/** The beginning of the last item of a list, with the quotes around it. */
export const startOfLast = (line: string, { to }: Token, item: string): number => {
  const isQuoted = /["']/.test(line[to - 1] ?? '') && line.slice(to - item.length - 1, to - 1) === item
  return to - item.length - (isQuoted ? 2 : 0)
}
