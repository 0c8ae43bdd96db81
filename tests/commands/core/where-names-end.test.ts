import { describe, expect, test } from 'vitest'
import { readLine } from '../../../src/commands/core/line/read.ts'
import { isComplete } from '../../../src/commands/core/line/reading.ts'
import { suggestionsFor } from '../../../src/commands/core/line/suggest.ts'
import type { Entity, EntityKind } from '../../../src/commands/core/world.ts'
import { exampleWorld } from '../world.ts'
import { openMany } from './many-monitors.ts'

describe('a name that may end elsewhere', () => {
  const entities = (kind: EntityKind): readonly Entity[] =>
    kind === 'monitor'
      ? ['Checkout', 'Checkout staging', 'Cart, full', 'checkout-staging'].map((name, at) => ({ id: `m${at}`, name }))
      : []
  const { world } = exampleWorld({ focus: null, entities, known: (() => ({})) as never })

  test.each([
    'rename monitor checkout staging Foo',
    'rename monitor Checkout staging Foo',
    'tag monitor checkout staging newtag',
    'rename monitor checkout stag',
  ])('is refused, and quotes decide: %s', (line) => {
    expect(readLine(line, world).problems[0]?.sentence).toMatch(/may both be meant: put quotes around the name\.$/)
    expect(isComplete(readLine(line, world))).toBe(false)
  })

  test('in quotes it is the one that is written', () => {
    expect(readLine('rename monitor "Checkout staging" Foo bar', world).args).toEqual({
      monitor: 'm1',
      name: 'Foo bar',
    })
    expect(readLine('rename monitor "checkout" staging Foo', world).args).toEqual({
      monitor: 'm0',
      name: 'staging Foo',
    })
  })

  test('a name may have a comma', () => {
    expect(readLine('run monitor Cart, full', world).args).toEqual({ monitor: 'm2' })
  })

  test('an argument is given by its place or by its flag, not both', () => {
    expect(readLine('tag monitor "Checkout" alphabet --tags zed', world).problems[0]?.sentence).toBe(
      '--tags is given twice.',
    )
  })
})

describe('a new text without quotes', () => {
  const { world } = exampleWorld()
  const sentenceOf = (line: string) => readLine(line, world).problems[0]?.sentence ?? null

  test.each(['create file My file hello', 'create file My hello world', 'create file My file hello world'])(
    'is refused where another one follows and nobody can tell where it begins: %s',
    (line) => expect(sentenceOf(line)).toMatch(/^It is not clear where the name ends and the text begins/),
  )
  test.each([
    ['create file My hello', { name: 'My', text: 'hello' }],
    ['create file "My file" hello world', { name: 'My file', text: 'hello world' }],
    ['create file My "hello world"', { name: 'My', text: 'hello world' }],
    ['create monitor Kasse 🛒 https://shop.example/x', { name: 'Kasse 🛒', url: 'https://shop.example/x' }],
    ['create browser-test Home page https://shop.example --width 800', { name: 'Home page', width: 800 }],
    ['rename monitor tax-lookup-soap A new name', { name: 'A new name' }],
  ])('is read where its end is clear: %s', (line, args) => {
    expect(sentenceOf(line)).toBe(null)
    expect(readLine(line, world).args).toMatchObject(args)
  })
})

describe('a new text without quotes that ends like another argument', () => {
  const { world } = exampleWorld()
  const problemOf = (line: string) => readLine(line, world).problems[0]

  test.each([
    [
      'create api-key readonly VIEWER',
      'create api-key "readonly VIEWER"',
      'create api-key readonly --access-level VIEWER',
    ],
    ['create api-key my key viewer', 'create api-key "my key viewer"', 'create api-key "my key" --access-level viewer'],
    ['create api-key CI 30d', 'create api-key "CI 30d"', 'create api-key CI --expires 30d'],
    ['create schedule fast 10m', 'create schedule "fast 10m"', 'create schedule fast --frequency 10m'],
    ['create schedule fast 60', 'create schedule "fast 60"', 'create schedule fast --frequency 60'],
    [
      'create workflow deploy check catalogue-search',
      'create workflow "deploy check catalogue-search"',
      'create workflow "deploy check" --call-ids catalogue-search',
    ],
    [
      'create workflow deploy Tax lookup (SOAP), catalogue-search',
      'create workflow "deploy Tax lookup (SOAP), catalogue-search"',
      'create workflow deploy --call-ids "Tax lookup (SOAP)",catalogue-search',
    ],
    [
      'create monitor Cart POST https://shop.example/cart',
      'create monitor "Cart POST" https://shop.example/cart',
      'create monitor Cart --method POST https://shop.example/cart',
    ],
    [
      'post incident-update checkout-is-failing We think it is resolved',
      'post incident-update checkout-is-failing "We think it is resolved"',
      'post incident-update checkout-is-failing "We think it is" --state resolved',
    ],
  ])('is refused, and both readings are offered: %s', (line, quoted, apart) => {
    expect(isComplete(readLine(line, world))).toBe(false)
    expect(problemOf(line)?.sentence).toMatch(
      /^“.+” may belong to the text before it, or be the .+: put quotes around the text, or write --/,
    )
    const offered = suggestionsFor(line, world).flatMap(({ items }) => items.map((each) => each.line))
    expect(offered).toContain(quoted)
    expect(offered).toContain(apart)
    for (const each of [quoted, apart]) expect(readLine(each, world).problems).toEqual([])
    expect(readLine(quoted, world).args).not.toEqual(readLine(apart, world).args)
  })

  test('is refused with its option alone where an address would have spaces', () => {
    const line = 'create monitor Cart https://shop.example/cart POST'
    expect(problemOf(line)?.instead).toEqual(['https://shop.example/cart --method POST'])
  })

  test.each([
    ['create api-key readonly key', { name: 'readonly key' }],
    ['create api-key "readonly VIEWER"', { name: 'readonly VIEWER' }],
    ['create api-key VIEWER', { name: 'VIEWER' }],
    [
      'create api-key Office EDITOR --access-level VIEWER --expires 7d',
      { name: 'Office EDITOR', access_level: 'VIEWER' },
    ],
    ['create schedule Partner checks daily run', { name: 'Partner checks daily run' }],
    ['create schedule fast 10m --frequency 60', { name: 'fast 10m', frequency: 60 }],
    ['create monitor Shop checkout https://shop.example/', { name: 'Shop checkout' }],
  ])('is read where no other argument takes its end: %s', (line, args) => {
    expect(readLine(line, world).problems).toEqual([])
    expect(readLine(line, world).args).toMatchObject(args)
  })

  test('in a project with more monitors than are loaded, the server says whether it ends with one', async () => {
    const names = [...Array.from({ length: 1_100 }, (_, at) => `m ${at}`), 'Health check']
    const { world: headless } = await openMany(names)
    const reading = await headless.read('create workflow deploy check health-check')
    expect(reading.problems[0]?.instead).toContain('"deploy check" --call-ids health-check')
    expect((await headless.read('create workflow deploy check nothing')).problems).toEqual([])
  })
})

describe('a mark that is not in a name', () => {
  const { world } = exampleWorld()
  test.each([
    'run monitor tax-lookup-soap*',
    'delete monitor tax?lookup-soap',
    'run monitor tax-lookup-soap;',
    'run monitor "Twin!"',
  ])('names nothing, and is left out by nobody: %s', (line) =>
    expect(readLine(line, world).problems[0]?.sentence).toMatch(/^No monitor is called /),
  )
  test.each(['tax lookup (soap)', 'TAX-LOOKUP-SOAP', 'tax lookup soap'])(
    'whereas case and marks may be left out: %s',
    (name) => expect(readLine(`run monitor ${name}`, world).problems).toEqual([]),
  )
})
