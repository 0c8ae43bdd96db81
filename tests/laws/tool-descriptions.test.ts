import { expect, test } from 'vitest'
import { described } from '../../src/mcp/descriptions.ts'
import { offered } from '../../src/mcp/offered.ts'
import { openDeafToolbox } from './tools.ts'

const tools = openDeafToolbox().toolbox.list()

test('each tool says in a sentence of its own what it does', () => {
  const texts = tools.map(({ description }) => description)
  expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([])
  const odd = tools.filter(
    ({ title, description }) =>
      !/^([A-Z][a-z]+ly )?[A-Za-z]+s [^\n]{3,}\.$/.test(description) || description.length <= title.length,
  )
  expect(odd.map(({ name, description }) => `${name}: ${description}`)).toEqual([])
})

test('no tool tells where something is on a screen', () => {
  const misplaced = tools.filter(({ description }) =>
    /console|button|screen\b|click “|multipart|\bpress/i.test(description),
  )
  expect(misplaced.map(({ name, description }) => `${name}: ${description}`)).toEqual([])
})

test('a sentence of its own is about a tool that there is', () => {
  const ids = new Set(offered.map(({ id }) => id))
  expect(described.filter((id) => !ids.has(id))).toEqual([])
})

test('an argument says what its name does not', () => {
  const texts = tools.flatMap(({ name, inputSchema }) =>
    Object.entries(inputSchema.properties).map(([key, { description = '' }]) => [
      `${name} ${key}`,
      String(description),
    ]),
  )
  const odd = texts.filter(([, text = '']) => /\ba [aeio]|^Which (\w+)\? An? \1\b|console/i.test(text))
  expect(odd).toEqual([])
})

test('how much of a result is answered is said where it is asked for', () => {
  const { description, inputSchema } = tools.find(({ name }) => name === 'show_result') ?? {}
  expect([description, inputSchema?.properties.mode]).toEqual([
    expect.stringMatching(/why it failed.*expected and found/),
    expect.objectContaining({ description: expect.stringMatching(/summary .*full .*conditions/) }),
  ])
})
