import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { performLine } from '../../src/commands/core/line/perform-line.ts'
import { readLine } from '../../src/commands/core/line/read.ts'
import { readTemplate } from '../../src/domain/alerts/alert-template.ts'
import { webhookProblems } from '../../src/domain/alerts/webhook-rules.ts'
import { requestOfCurl } from '../../src/domain/monitors/curl.ts'
import { exampleWorld } from '../commands/world.ts'
import { costMs, PIECES, type Reader, shapesOf } from '../support/reader.ts'
import { READERS } from '../support/readers.ts'

/** Long enough for a reader that looks at each pair of characters to take a second, and for an honest one to take milliseconds. */
const LENGTH = 16_384
const SHORTER = LENGTH / 8
/** An honest reader of eight times the text takes eight times as long; one that looks at each pair, 64 times. */
const MOST_GROWTH = 30
/** What takes less is no freeze, however it grows: nothing that is so quick can be measured well. */
const FREEZE_MS = 100

/** The least of some measurements: whatever disturbs one makes it longer. */
const least = async (reader: Reader, text: string): Promise<number> => {
  let ms = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < 3 && ms > 1; tries++) ms = Math.min(ms, await costMs(reader, text))
  return ms
}

describe('a text that is made to be slow is read in a time that grows as its length does, by the reader of', () => {
  test.each(READERS.map((reader) => [reader.name, reader] as const))('%s', async (_, reader) => {
    const length = Math.min(LENGTH, reader.most)
    for (const { name, make } of shapesOf(reader)) {
      // From short to long, so that a reader that is far too slow is found before it takes minutes.
      const first = await costMs(reader, make(Math.min(SHORTER, length)))
      if (first > FREEZE_MS) expect(await least(reader, make(SHORTER)), `${name}, ${SHORTER}`).toBeLessThan(FREEZE_MS)
      if ((await costMs(reader, make(length))) < FREEZE_MS) continue
      const [before, after] = [await least(reader, make(SHORTER)), await least(reader, make(length))]
      if (after > FREEZE_MS) expect(after / before, `${name}: ${before} ms, then ${after} ms`).toBeLessThan(MOST_GROWTH)
    }
  })
})

describe('whatever is written, it is read or turned away, and nothing is thrown, by the reader of', () => {
  const written = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join('')),
  )
  test.each(READERS.map((reader) => [reader.name, reader] as const))('%s', async (_, reader) => {
    const own = fc.array(fc.constantFrom(...PIECES, ...reader.units), { maxLength: 40 }).map((all) => all.join(''))
    await fc.assert(
      fc.asyncProperty(fc.oneof(written, own), fc.constantFrom(...reader.frames), async (text, [before, after]) => {
        await reader.read(before + text + after)
      }),
      { numRuns: 100 },
    )
  })
})

describe('what is longer than the most that is read is turned away with a sentence that names the most:', () => {
  const { world } = exampleWorld()
  const sentence = (reading: object): string => ('problem' in reading ? String(reading.problem) : 'it was read')

  test('a curl command, its words, its address and its headers', () => {
    expect(sentence(requestOfCurl(`curl ${'a'.repeat(1_048_577)}`))).toBe(
      'The command must have at most 1048576 characters.',
    )
    expect(sentence(requestOfCurl(`curl ${'-s '.repeat(10_001)}`))).toBe('The command must have at most 10000 words.')
    expect(sentence(requestOfCurl(`curl ${'a'.repeat(8_193)}`))).toBe('The URL must have at most 8192 characters.')
    expect(sentence(requestOfCurl(`curl a -H b:${'c'.repeat(65_536)}`))).toBe(
      '--header must have at most 65536 characters.',
    )
    const request = { url: `http://${'a'.repeat(8_000)}`, body: 'b'.repeat(1_000_000) }
    expect(requestOfCurl(`curl ${request.url} --data-raw ${request.body}`)).toMatchObject({ request })
  })

  test('what a command says that is left out is told, and told once', () => {
    const reading = requestOfCurl(`curl a ${Array.from({ length: 500 }, (_, index) => `-x p -b f${index}`).join(' ')}`)
    expect('notes' in reading && reading.notes.length).toBe(20)
  })

  test('a line, and its words', async () => {
    for (const [line, most] of [
      ['a'.repeat(1_200_001), '1200000 characters'],
      ['a '.repeat(2_001), '2000 words'],
    ] as const) {
      expect(readLine(line, world).problems).toMatchObject([{ sentence: `A line has ${most} at most.` }])
      await expect(performLine(line, world)).rejects.toThrow(`A line has ${most} at most.`)
    }
  })

  test('a template, its filters and its mistakes', () => {
    const problems = (source: string) => readTemplate(source, (path) => path === 'a').problems
    expect(problems('a'.repeat(20_001))).toEqual([expect.stringContaining('at most 20000 characters')])
    expect(problems('{{a|trim}}'.repeat(201))).toEqual(['uses more than 200 filters'])
    expect(problems('{{a|trim}}'.repeat(200))).toEqual([])
    expect(problems(Array.from({ length: 500 }, (_, index) => `{{b${index}}}`).join('')).length).toBe(20)
  })

  test('the headers of a webhook', () => {
    const problems = (headers: string) =>
      webhookProblems({ web_hook_type: 'otel', parameters: { url: 'http://a', headers } })
    expect(problems('a:b\n'.repeat(50))).toEqual([])
    expect(problems('a:b\n'.repeat(51))).toMatchObject([
      { message: 'parameters.headers must have at most 50 headers.' },
    ])
  })
})
