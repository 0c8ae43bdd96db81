import * as library from 'fontoxpath'
import { Document, type Element, parseXmlDocument } from 'slimdom'
import { compiledOnce, nestingOf, reasonIn } from './compiled.ts'
import type { Engines } from './engines.ts'
import type { Json, Value } from './values.ts'
import { inAnyNamespace, type Namespaces, namesOf, prefixesIn } from './xml-names.ts'

// Node loads the package as one default export, bundlers as named ones; its types know only the latter.
const named = (loaded: typeof library): typeof library =>
  'default' in loaded && typeof loaded.default === 'object' ? (loaded.default as typeof library) : loaded
const { evaluateXPath, parseScript } = named(library)

/** Nested brackets and parentheses; the parser's time grows with them. */
const MAX_NESTING = 20
/** Expressions that the library may keep compiled: it never drops one. */
const MAX_CACHED = 500

/** Parses XML. Entities are never fetched, and those that a document declares are refused before (`BodyReader`). */
export const xml: Engines['xml'] = (text) => {
  try {
    return parseXmlDocument(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  } catch (error) {
    return { says: reasonIn(error) }
  }
}

/** The namespace of a prefix where one is enough: that of the root element, or the first that the document declares. */
const namespaceOf =
  (document: Document, declared: Namespaces) =>
  (prefix: string): string | null =>
    document.documentElement?.lookupNamespaceURI(prefix === '' ? null : prefix) ??
    WELL_KNOWN[prefix] ??
    (declared.get(prefix)?.[0] || null)

const WELL_KNOWN: Readonly<Record<string, string>> = {
  xs: 'http://www.w3.org/2001/XMLSchema',
  fn: 'http://www.w3.org/2005/xpath-functions',
  math: 'http://www.w3.org/2005/xpath-functions/math',
  map: 'http://www.w3.org/2005/xpath-functions/map',
  array: 'http://www.w3.org/2005/xpath-functions/array',
}

const isNode = (found: unknown): found is { readonly nodeType: number; readonly textContent: string | null } =>
  typeof found === 'object' && found !== null && 'nodeType' in found

/** A document has no text of its own; that of its root element is meant. */
const textOfNode = (node: { textContent: string | null }): string => {
  const root = 'documentElement' in node ? node.documentElement : null
  return (isNode(root) ? root.textContent : node.textContent) ?? ''
}

const jsonOf = (found: unknown): Json => {
  if (isNode(found)) return textOfNode(found)
  if (typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean' || found === null)
    return found
  if (Array.isArray(found)) return found.map(jsonOf)
  if (found instanceof Date) return found.toISOString()
  if (typeof found === 'object')
    return Object.fromEntries(Object.entries(found).map(([name, item]) => [name, jsonOf(item)]))
  return String(found)
}

/** A parsed expression, its text and the prefixes of its names. */
type Parsed = { readonly text: string; readonly expression: Element; readonly prefixes: ReadonlySet<string> }

const parse = (text: string): Element =>
  parseScript(text, { language: evaluateXPath.XPATH_3_1_LANGUAGE }, new Document()) as Element

/** Prefixes that stand for something else, or more, than the one namespace that the library takes them for. */
const ambiguous = (prefixes: ReadonlySet<string>, declared: Namespaces, resolve: (prefix: string) => string | null) =>
  new Map(
    [...prefixes].flatMap((prefix) => {
      const uris = declared.get(prefix) ?? []
      return uris.every((uri) => uri === (resolve(prefix) ?? '')) ? [] : [[prefix, uris] as const]
    }),
  )

const evaluate = ({ text, expression, prefixes }: Parsed, document: Document, disableCache: boolean): Value => {
  const { declared, used } = namesOf(document)
  const resolve = namespaceOf(document, declared)
  const unknown = [...prefixes].find((prefix) => prefix !== '' && resolve(prefix) === null)
  if (unknown !== undefined) throw new Error(aboutUnknown(unknown, declared))
  const meant = ambiguous(prefixes, declared, resolve)
  const found: unknown[] = evaluateXPath(
    meant.size === 0 ? text : inAnyNamespace(expression, meant, used, parse),
    document,
    null,
    {},
    evaluateXPath.ALL_RESULTS_TYPE,
    { language: evaluateXPath.XPATH_3_1_LANGUAGE, namespaceResolver: resolve, disableCache },
  )
  return found.length === 0 ? undefined : found.length === 1 ? jsonOf(found[0]) : found.map(jsonOf)
}

const aboutUnknown = (prefix: string, declared: Namespaces): string => {
  const known = [...declared.keys()].filter((name) => name !== '').slice(0, 10)
  return `the response does not declare the prefix ${prefix}; it declares ${known.join(', ') || 'none'}`
}

let cached = 0

/** Compiles an XPath 3.1. Several nodes give a list of their texts. */
export const xpath: Engines['xpath'] = compiledOnce((text) => {
  if (nestingOf(text) > MAX_NESTING) return { says: `must have at most ${MAX_NESTING} nested brackets` }
  let expression: Element
  try {
    expression = parse(text)
  } catch (error) {
    return { says: `must be an XPath: ${syntaxFault(error)}` }
  }
  cached++
  const disableCache = cached > MAX_CACHED
  const parsed: Parsed = { text, expression, prefixes: prefixesIn(expression) }
  return {
    find: (document) => {
      try {
        return { value: evaluate(parsed, document as Document, disableCache) }
      } catch (error) {
        return { failed: `${reasonIn(error)}.` }
      }
    },
  }
})

/** The library quotes the expression first, and its reason after an error code. */
const syntaxFault = (error: unknown): string => {
  const message = error instanceof Error ? error.message : ''
  const [, reason] = /XP[A-Z]{2}\d{4}:\s*([^\n]+)/.exec(message) ?? []
  return (reason ?? reasonIn(error)).slice(0, 200).trim().replace(/\.$/, '')
}
