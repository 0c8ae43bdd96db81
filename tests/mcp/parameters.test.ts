import { expect, test } from 'vitest'
import { nounOf, offered } from '../../src/mcp/offered.ts'
import { readParameters } from '../../src/mcp/parameters.ts'
import { isSelected } from '../../src/mcp/selection.ts'

const read = (query: string) => readParameters(new URLSearchParams(query))

test('an address without a query asks for the usual tools, which read', () => {
  expect(read('')).toEqual({ selection: 'usual', writes: null, project: null })
  expect(read('tools=all&write=true&project=Shop')).toEqual({ selection: 'all', writes: true, project: 'Shop' })
  expect(read('write=false')).toMatchObject({ writes: false })
})

test.each([
  ['Project=Shop', /unknown parameter "Project". Did you mean project\?/],
  ['projects=Shop', /unknown parameter "projects". Did you mean project\?/],
  ['readonly=true', /unknown parameter "readonly". It takes tools, write, project/],
  ['constructor=1', /unknown parameter "constructor"/],
  ['project=', /project must be the id or the name/],
  ['project=a&project=b', /project more than once/],
  ['write=yes', /write must be true or false, not "yes"/],
  ['write=', /write must be true or false, not ""/],
  ['write=TRUE', /write must be true or false, not "TRUE"/],
  ['tools=moniter', /tools: No tools are about "moniter". Did you mean monitor/],
  ['tools=all,nonsense-of-nobody', /No tools are about "nonsense-of-nobody". Name usual, all, or nouns/],
  ['tools=monitor;incident', /No tools are about "monitor;incident"/],
])('“%s” is refused by its name, with what would be right', (query, sentence) => {
  expect(read(query)).toEqual({ problem: expect.stringMatching(sentence) })
})

test('every tool is selected by its noun, in the singular and in the plural', () => {
  const lost = offered.filter((command) => {
    const noun = nounOf(command)
    return [noun, `${noun}s`.replace(/ys$/, 'ies'), ` ${noun.toUpperCase()} ,`].some((text) => {
      const parameters = read(new URLSearchParams({ tools: text }).toString())
      return 'problem' in parameters || !isSelected(command, parameters.selection)
    })
  })
  expect(lost.map(({ id }) => id)).toEqual([])
})
