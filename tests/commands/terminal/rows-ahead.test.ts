import { expect, test } from 'vitest'
import { FORMATS } from '../../../src/cli/formats.ts'
import { formOf, printOutcome } from '../../../src/cli/print-outcome.ts'
import { rowsAhead } from '../../../src/cli/rows-ahead.ts'
import { openMany } from '../core/many-monitors.ts'
import { testIo } from './test-terminal.ts'

const named = (count: number) => Array.from({ length: count }, (_, at) => `Monitor ${at + 10_000}`)

type Asked = {
  readonly format: string
  readonly isAhead: boolean
  readonly isTerminal?: boolean
  readonly columns?: string
}

/** What a line prints, and how many pages were read when the first of it was printed. */
const printed = async (line: string, count: number, { format, isAhead, isTerminal = false, columns }: Asked) => {
  const { world, calls } = await openMany(named(count))
  const { command, args, problems } = await world.read(line)
  expect(problems).toEqual([])
  if (!command) throw new Error(`${line} is no command.`)
  calls.length = 0
  let pagesAtFirst: number | null = null
  const told = testIo({ isTerminal })
  const out = (text: string) => {
    pagesAtFirst ??= calls.length
    told.io.out(text)
  }
  const io = { ...told.io, out }
  const flags = { 'output-format': format, ...(columns !== undefined && { columns }) }
  const ahead = rowsAhead(formOf(flags, command), io)
  const outcome = await world.perform(command, args, isAhead ? { showAhead: ahead.take } : {})
  const code = printOutcome(outcome, { flags, command, io, url: '', startedAt: 0, ahead })
  return { text: told.out(), code, err: told.err(), pagesAtFirst, pages: calls.length }
}

test.each(FORMATS)('a long list as %s is printed while it is read, as it would be at its end', async (format) => {
  for (const columns of format === 'name' || format === 'wide' ? [undefined] : [undefined, 'id,meta.name'])
    for (const isTerminal of [false, true]) {
      const options = { format, isTerminal, ...(columns !== undefined && { columns }) }
      const ahead = await printed('list monitors --all', 2_345, { ...options, isAhead: true })
      const atEnd = await printed('list monitors --all', 2_345, { ...options, isAhead: false })
      expect(ahead.text === atEnd.text, `${format} ${columns} ${isTerminal}`).toBe(true)
      expect([ahead.pages, atEnd.pagesAtFirst]).toEqual([24, 24])
      expect(ahead.pagesAtFirst).toBe(10)
      expect([ahead.code, ahead.err]).toEqual([0, ''])
    }
})

test.each([0, 1, 999, 1_000, 1_001])('%s rows are printed once each', async (count) => {
  for (const format of FORMATS) {
    const ahead = await printed('list monitors --all', count, { format, isAhead: true })
    const atEnd = await printed('list monitors --all', count, { format, isAhead: false })
    expect([ahead.text === atEnd.text, ahead.err]).toEqual([true, atEnd.err])
  }
})

test('rows beyond a limit are mentioned after those that were printed ahead', async () => {
  const { err, text } = await printed('list monitors --limit 1200', 2_000, { format: 'name', isAhead: true })
  expect(text.trim().split('\n')).toHaveLength(1_200)
  expect(err).toBe('1200 rows are shown, and there are more: --all, or --limit N.\n')
})

test('a list that may prove too long is read to its end before anything is printed', async () => {
  const { pagesAtFirst, pages } = await printed('list monitors', 2_000, { format: 'name', isAhead: true })
  expect([pagesAtFirst, pages]).toEqual([20, 20])
})
