import { type FilterFunction, FunctionExpressionType, JSONPathEnvironment, type JSONPathQuery } from 'json-p3'
import { holdsExact } from '../core/exact-json.ts'
import { childPath, followPath } from './child-path.ts'
import { compiledOnce, reasonIn } from './compiled.ts'
import { type Engines, isUnreadable } from './engines.ts'
import { comparesExactly } from './json-path-numbers.ts'
import { pattern } from './patterns.ts'
import type { Json } from './values.ts'

/** Levels that `..` descends into. */
const MAX_DEPTH = 200

/** `match` and `search` by the same regular expressions as all others: those of the library can take exponential time. */
const byPattern = (isWhole: boolean): FilterFunction => ({
  argTypes: [FunctionExpressionType.ValueType, FunctionExpressionType.ValueType],
  returnType: FunctionExpressionType.LogicalType,
  call: (text: unknown, wanted: unknown) => {
    if (typeof text !== 'string' || typeof wanted !== 'string') return false
    const compiled = pattern(isWhole ? `^(?:${wanted})$` : wanted)
    return !isUnreadable(compiled) && compiled.find(text) !== undefined
  },
})

class Environment extends JSONPathEnvironment {
  protected override setupFilterFunctions(): void {
    super.setupFilterFunctions()
    const safe = new Set(['count', 'length', 'value'])
    for (const name of this.functionRegister.keys()) if (!safe.has(name)) this.functionRegister.delete(name)
    this.functionRegister.set('match', byPattern(true))
    this.functionRegister.set('search', byPattern(false))
  }
}

const environment = new Environment({ maxRecursionDepth: MAX_DEPTH })

/** The library changes no document; its types do not say so. */
const valuesAt = (query: JSONPathQuery, document: Json): Json[] =>
  query.query(document as Parameters<JSONPathQuery['query']>[0]).values() as Json[]

/** A path without `$` begins at the document: `items[0]` and `.items[0]` mean `$.items[0]`, and `..id` means `$..id`. */
const rooted = (text: string): string => {
  if (text.startsWith('$')) return text
  if (text === '.') return '$'
  const bare = text.replace(/^\.(?!\.)/, '')
  return /^(?:\[|\.\.)/.test(bare) ? `$${bare}` : `$.${bare}`
}

/**
 * Compiles a JSON path (RFC 9535; `$.` at its beginning may be left out). A path that can lead to several values gives a list, even of
 * one value; undefined if there is none. Paths of child steps alone are followed by our own code, which is faster.
 */
export const path: Engines['path'] = compiledOnce((text) => {
  const written = rooted(text.trim())
  const steps = childPath(written)
  if (steps) return { find: (document) => followPath(steps, document) }
  try {
    const query = environment.compile(written)
    const exact = environment.compile(written)
    const hasExactLiterals = comparesExactly(exact)
    const isSingle = query.singularQuery()
    return {
      find: (document) => {
        const values = valuesAt(hasExactLiterals || holdsExact(document) ? exact : query, document)
        return isSingle ? values[0] : values.length > 0 ? values : undefined
      },
    }
  } catch (error) {
    return { says: `must be a JSON path: ${reasonIn(error).replace(/ \(.*$/, '')}` }
  }
})
