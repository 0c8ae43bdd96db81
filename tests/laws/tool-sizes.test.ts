import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isGeneral } from '../../src/mcp/general-tools.ts'
import { shortSchema } from '../../src/mcp/short-schema.ts'
import { home } from '../support/sources.ts'
import { openDeafToolbox } from './tools.ts'

const page = readFileSync(join(home, 'docs/mcp.md'), 'utf8')

/** Tokens at four characters each, as the page counts them. */
const tokensOf = (value: unknown): number => JSON.stringify(value).length / 4

const listed = (writes: boolean, project: string | null = 'p') =>
  openDeafToolbox({ project, writes, selection: 'usual' })
    .toolbox.list()
    .map((tool) => ({ ...tool, inputSchema: shortSchema(tool.inputSchema) }))

const numbersIn = (pattern: RegExp): readonly number[] =>
  (pattern.exec(page) ?? []).slice(1).map((text) => Number(text.replace(',', '')))

test('the page counts the tools that are listed by default', () => {
  const counts = [false, true].map((writes) => listed(writes).filter(({ name }) => !isGeneral(name)).length)
  expect(numbersIn(/(\d+) where it reads and (\d+) where it writes, and two more/)).toEqual(counts)
})

test.each([
  ['p', /The list takes about ([\d,]+) tokens where it reads and ([\d,]+) where it writes/],
  [null, /all projects, .*?, about ([\d,]+) tokens where it reads and ([\d,]+) where it writes/],
])('the page says how much room the list of tools takes, of a connection to the project %s', (project, pattern) => {
  const said = numbersIn(pattern)
  expect(said).toHaveLength(2)
  const is = [false, true].map((writes) => tokensOf(listed(writes, project)))
  expect(said.map((tokens, at) => Math.abs(tokens / (is[at] ?? 0) - 1) < 0.02)).toEqual([true, true])
})

test('no tool that is listed by default takes more than 850 tokens', () => {
  const long = listed(true).filter((tool) => tokensOf(tool) > 850)
  expect(long.map((tool) => `${tool.name}: ${tokensOf(tool)}`)).toEqual([])
})
