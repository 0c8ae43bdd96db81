/** A value filter with its arguments, such as `round(2)`. */
export type FilterCall = {
  readonly name: string
  readonly args: readonly { readonly name: string | null; readonly value: string }[]
  /** The item that is taken of its outcome: `split(',')[0]`. */
  readonly index: number | null
}

const NAME = /\s*([a-z][a-z0-9_]*)\s*/iy
const INDEX = /\s*(?:\[\s*(-?\d{1,9})\s*\]|\.(\d{1,9}))\s*/y
const ARGUMENT = /\s*(?:([a-z_]+)\s*=(?!=)\s*)?(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^\s,()'"]+))\s*/iy
const BAR = /\s*\|\s*/y

const take = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }
const unescaped = (text: string): string => text.replace(/\\(.)/gs, (_, letter: string) => ESCAPED[letter] ?? letter)

type Args = { args: FilterCall['args']; end: number }

/** The arguments in parentheses that begin at `at`; null if they do not end. */
const argumentsAt = (text: string, at: number): Args | null => {
  const args: { name: string | null; value: string }[] = []
  if (take(/\s*\)/y, text, at)) return { args, end: text.indexOf(')', at) + 1 }
  for (let from = at; ; ) {
    const match = take(ARGUMENT, text, from)
    if (!match) return null
    const [whole, name, single, double, bare] = match
    const quoted = single ?? double
    args.push({ name: name ?? null, value: quoted === undefined ? (bare ?? '') : unescaped(quoted) })
    from += whole.length
    if (text.charAt(from) === ')') return { args, end: from + 1 }
    if (text.charAt(from) !== ',') return null
    from++
  }
}

/** Parses a chain of filters from `at` to the end of the text: `lower|split(',')[0]`. Null if it is none. */
export const filterCallsAt = (text: string, at: number): FilterCall[] | null => {
  const calls: FilterCall[] = []
  for (let from = at; ; ) {
    const named = take(NAME, text, from)
    const name = named?.[1]
    if (!named || name === undefined) return null
    from += named[0].length
    let args: FilterCall['args'] = []
    if (text.charAt(from) === '(') {
      const given = argumentsAt(text, from + 1)
      if (!given) return null
      args = given.args
      from = given.end
    }
    const item = take(INDEX, text, from)
    if (item) from += item[0].length
    calls.push({ name, args, index: item ? Number(item[1] ?? item[2]) : null })
    if (text.slice(from).trim() === '') return calls
    const bar = take(BAR, text, from)
    if (!bar) return null
    from += bar[0].length
  }
}
