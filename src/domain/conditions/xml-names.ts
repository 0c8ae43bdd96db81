import { Document, type Element, type Node } from 'slimdom'

const XMLNS = 'http://www.w3.org/2000/xmlns/'

/** Namespaces by prefixes, those without a prefix by an empty text. */
export type Namespaces = ReadonlyMap<string, readonly string[]>

/** The names of a document: namespaces that it declares, in its order, and namespaces that local names are in. */
export type XmlNames = { readonly declared: Namespaces; readonly used: ReadonlyMap<string, ReadonlySet<string>> }

/** Namespaces of one prefix; those that a document declares for it after these are passed over. */
const MAX_URIS = 100

const namesOnce = new WeakMap<Document, XmlNames>()

const isElement = (node: Node): node is Element => node.nodeType === 1

/** All elements below a node, in the order of the document. */
function* elementsIn(root: Node): Generator<Element> {
  let node: Node | null = root.firstChild
  while (node) {
    if (isElement(node)) yield node
    let next: Node | null = node.firstChild ?? node.nextSibling
    for (let above: Node | null = node.parentNode; !next && above && above !== root; above = above.parentNode)
      next = above.nextSibling
    node = next
  }
}

/** The names of a document. One without a prefix is in no namespace where nothing is declared around it. */
export const namesOf = (document: Document): XmlNames => {
  const known = namesOnce.get(document)
  if (known) return known
  const declared = new Map<string, string[]>([['', [document.documentElement?.lookupNamespaceURI(null) ?? '']]])
  const used = new Map<string, Set<string>>()
  const use = ({ localName, namespaceURI }: Pick<Element, 'localName' | 'namespaceURI'>) => {
    const uris = used.get(localName) ?? new Set()
    used.set(localName, uris.add(namespaceURI ?? ''))
  }
  for (const element of elementsIn(document)) {
    use(element)
    for (const attribute of element.attributes) {
      if (attribute.namespaceURI !== XMLNS) {
        use(attribute)
        continue
      }
      const name = attribute.prefix === null ? '' : attribute.localName
      const uris = declared.get(name) ?? []
      if (uris.length < MAX_URIS && !uris.includes(attribute.value)) uris.push(attribute.value)
      declared.set(name, uris)
    }
  }
  const names = { declared, used }
  namesOnce.set(document, names)
  return names
}

/** A name in an expression: the element that tests for it, its prefix, and what stands for its local part. */
type NameTest = { readonly test: Element; readonly prefix: string; readonly local: string | null }

/**
 * The names of elements and attributes that a parsed expression tests for, also by `element(…)` and `attribute(…)`; except those by a
 * namespace or for any.
 */
function* testsIn(expression: Node): Generator<NameTest> {
  for (const test of elementsIn(expression)) {
    const inner = test.firstChild
    if (test.localName === 'Wildcard' && inner && isElement(inner) && inner.localName === 'NCName')
      yield { test, prefix: inner.textContent ?? '', local: null }
    const name = nameOf(test)
    const prefix = name?.getAttribute('xqx:prefix') ?? null
    const isPlainAttribute = prefix === '' && textBefore(test) === 'attribute'
    if (name && prefix !== null && !isPlainAttribute) yield { test, prefix, local: name.textContent }
  }
}

/** The element with the name that a test is for; null if it is for something else, or for a type too. */
const nameOf = (test: Element): Element | null => {
  if (test.localName === 'nameTest') return test
  const isOfStep = /^(?:element|attribute)Test$/.test(test.localName) && textBefore(test) !== null
  const [kind, name, ...others] = isOfStep ? [...elementsIn(test)] : []
  return kind && name?.localName === 'QName' && others.length === 0 ? name : null
}

/** The axis of a step stands before its test. */
const textBefore = (test: Element): string | null => test.previousSibling?.textContent ?? null

/** The prefixes of the names that a parsed expression tests for. */
export const prefixesIn = (expression: Node): ReadonlySet<string> =>
  new Set([...testsIn(expression)].map(({ prefix }) => prefix))

/**
 * A parsed expression that takes each name with one of these prefixes as that name in any of its namespaces. Usually the document has the
 * name in one of them. Otherwise, `m:a` becomes `*:a[namespace-uri(.) = ("urn:x", "urn:y")]`, which takes longer.
 */
export const inAnyNamespace = (
  expression: Element,
  meant: Namespaces,
  used: XmlNames['used'],
  parse: (text: string) => Element,
): Element => {
  const changed = expression.cloneNode(true) as Element
  const limits = new Map<string, Element | undefined>()
  for (const { test, prefix, local } of [...testsIn(changed)]) {
    const uris = meant.get(prefix)
    const step = test.parentNode
    if (!uris || !step) continue
    const [first = '', ...others] = local === null ? uris : uris.filter((uri) => used.get(local)?.has(uri))
    if (local !== null && others.length === 0) {
      step.replaceChild(named(local, first, test), test)
      continue
    }
    if (!limits.has(prefix)) limits.set(prefix, limitTo(uris, parse))
    const limit = limits.get(prefix)?.cloneNode(true)
    if (!limit) continue
    const given = test.nextSibling
    step.replaceChild(anyNamed(local, test), test)
    if (given && isElement(given) && given.localName === 'predicates')
      given.insertBefore(limit.firstChild as Node, given.firstChild)
    else step.insertBefore(limit, given)
  }
  return changed
}

/** The test for a local name in one namespace, beside another test. */
const named = (local: string, uri: string, { ownerDocument, namespaceURI }: Element): Element => {
  const test = (ownerDocument ?? new Document()).createElementNS(namespaceURI, 'xqx:nameTest')
  test.setAttributeNS(namespaceURI, 'xqx:URI', uri)
  test.textContent = local
  return test
}

/** The test for a local name in whichever namespace, or for any name at all, beside another test. */
const anyNamed = (local: string | null, { ownerDocument, namespaceURI }: Element): Element => {
  const create = (name: string) => (ownerDocument ?? new Document()).createElementNS(namespaceURI, `xqx:${name}`)
  const wildcard = create('Wildcard')
  if (local === null) return wildcard
  wildcard.appendChild(create('star'))
  wildcard.appendChild(create('NCName')).textContent = local
  return wildcard
}

/** The predicate that a name is in one of these namespaces. */
const limitTo = (uris: readonly string[], parse: (text: string) => Element): Element | undefined => {
  const texts = uris.map((uri) => `"${uri.replaceAll('"', '""')}"`)
  return [...elementsIn(parse(`*[namespace-uri(.) = (${texts.join(', ')})]`))].find(
    ({ localName }) => localName === 'predicates',
  )
}
