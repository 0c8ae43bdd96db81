import { describe, expect, test } from 'vitest'
import { readLine } from '../../../src/commands/core/line/read.ts'
import { isComplete } from '../../../src/commands/core/line/reading.ts'
import type { Entity, EntityKind } from '../../../src/commands/core/world.ts'
import { exampleWorld } from '../world.ts'

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
