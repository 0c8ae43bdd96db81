import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judged, responseWith } from '../../support/judging.ts'

const judgedIn = (body: string, property: string) =>
  judged({ source: 'xml', property, condition: 'eq', val: 'x' }, responseWith({ body }))
const found = (body: string, property: string) => {
  const { value, verdict } = judgedIn(body, property)
  expect(verdict.note).toBeUndefined()
  return value
}

const envelope = (inner: string) => `<s:Envelope xmlns:s="urn:soap"><s:Body>${inner}</s:Body></s:Envelope>`
const prefixed = envelope('<m:Answer xmlns:m="urn:stock"><m:Price m:of="a" of="b">34.5</m:Price></m:Answer>')
const plain = envelope('<Answer xmlns="urn:stock"><Price of="b">34.5</Price><None xmlns="">1</None></Answer>')
const twice =
  '<r xmlns:p="urn:a"><p:a>1</p:a><p:a>2</p:a><b xmlns:p="urn:b"><p:a>3</p:a></b><q:a xmlns:q="urn:c">4</q:a></r>'

describe('names that are declared below the root', () => {
  test.each<[string, string, unknown]>([
    [prefixed, '//m:Price', '34.5'],
    [prefixed, '/s:Envelope/s:Body/m:Answer/m:Price', '34.5'],
    [prefixed, '//m:Price/@m:of', 'a'],
    [prefixed, '//m:Price/@of', 'b'],
    [prefixed, '//m:*', ['34.5', '34.5']],
    [prefixed, '//Price', undefined],
    [plain, '//Price', '34.5'],
    [plain, '/s:Envelope/s:Body/Answer/Price', '34.5'],
    [plain, '/s:Envelope/s:Body/Answer[Price > 34]/Price[@of="b"][1]', '34.5'],
    [plain, '//None', '1'],
    [plain, 'count(//Price)', 1],
    [plain, 'for $price in //Answer return $price/Price', '34.5'],
    [plain, '//element(Price)', '34.5'],
    [plain, '//Price/self::element(Price)[1]', '34.5'],
    [prefixed, '//element(m:Price)/attribute(m:of)', 'a'],
    [twice, '//element(p:a)[2]', '2'],
    [plain, '//Cost', undefined],
    [plain, '//s:Price', undefined],
    [plain, '//*:Price', '34.5'],
    [plain, '//Q{urn:stock}Price', '34.5'],
    [plain, '//Q{}Price', undefined],
    [plain, '//*[name() = "s:Body"]/*/Price', '34.5'],
    [twice, '//p:a', ['1', '2', '3']],
    [twice, '//p:a[2]', '2'],
    [twice, '(//p:a)[3]', '3'],
    [twice, '//p:a[position() = last()]', ['2', '3']],
    [twice, '/r/b/p:a', '3'],
    ['<a xmlns="urn:a"><b xmlns="urn:b"><c>1</c></b></a>', '/a/b/c', '1'],
    ['<a xmlns=""><q:b xmlns:q="urn:&quot;q&quot;"/><q:b xmlns:q="urn:z">1</q:b></a>', '//q:b', ['', '1']],
  ])('%s %s', (body, property, value) => {
    expect(found(body, property)).toEqual(value)
  })

  test.each([
    [prefixed, '//n:Price', 's, m'],
    [prefixed, '//@n:of', 's, m'],
    [prefixed, '//n:*', 's, m'],
    [prefixed, '//element(n:Price)', 's, m'],
    ['<a/>', '//n:Price', 'none'],
  ])('and a prefix that is not declared is refused with those that are: %s %s', (body, property, known) => {
    expect(judgedIn(body, property).verdict).toMatchObject({
      verdict: false,
      note: `The XPath failed: the response does not declare the prefix n; it declares ${known}.`,
    })
  })
})

describe('an element is found', () => {
  const prefix = fc.constantFrom('', '', 'p', 'q')
  const uri = fc.constantFrom('urn:a', 'urn:b', 'urn:c')
  const tree = fc.memo(
    (depth): fc.Arbitrary<Tree> =>
      fc.record({
        prefix,
        name: fc.constantFrom('a', 'b', 'c'),
        // Only the default namespace can be none again.
        declares: fc
          .tuple(fc.dictionary(prefix, uri, { maxKeys: 2 }), fc.boolean())
          .map(([declared, isNone]) => (isNone && '' in declared ? { ...declared, '': '' } : declared)),
        children: depth <= 1 ? fc.constant([]) : fc.array(tree(depth - 1), { maxLength: 3 }),
      }),
  )

  test('by the name that it is written with, and by its path', () => {
    fc.assert(
      fc.property(tree(4), (root) => {
        let count = 0
        const places: { name: string; path: string; id: string }[] = []
        const write = ({ prefix, name, declares, children }: Tree, known: readonly string[], above: string): string => {
          const all: Tree['declares'] =
            prefix === '' || known.includes(prefix) ? declares : { [prefix]: 'urn:d', ...declares }
          const written = prefix === '' ? name : `${prefix}:${name}`
          const path = `${above}/${written}`
          const id = `e${++count}`
          places.push({ name: written, path, id })
          const names = Object.entries(all).map(([key, value]) => `xmlns${key === '' ? '' : `:${key}`}="${value}"`)
          const inner = children.map((child) => write(child, [...known, ...Object.keys(all)], path)).join('')
          return `<${[written, ...names, `id="${id}"`].join(' ')}>${inner}</${written}>`
        }
        const body = write(root, [], '')
        for (const { name, path, id } of places) {
          expect([found(body, `//${name}/@id`)].flat()).toContain(id)
          expect([found(body, `${path}/@id`)].flat()).toContain(id)
        }
      }),
      { numRuns: 20 },
    )
  })
})

type Tree = {
  readonly prefix: string
  readonly name: string
  readonly declares: Readonly<Record<string, string>>
  readonly children: readonly Tree[]
}
