import { expect, test } from 'vitest'
import { readLine } from '../../../src/commands/core/line/read.ts'
import { suggestionsFor } from '../../../src/commands/core/line/suggest.ts'
import { missedName } from '../../../src/commands/core/line/verb-and-name.ts'
import type { World } from '../../../src/commands/core/world.ts'
import { commands } from '../../../src/commands/registry.ts'
import { exampleWorld } from '../world.ts'

const base = exampleWorld({ focus: null }).world
const alerts = [
  { id: 'w1Yt2LmQ9sXw4RfVzA1cNe', name: 'ops' },
  { id: 'w2Yt2LmQ9sXw4RfVzA1cNe', name: 'Webhook' },
]
const mails = [{ id: 'q1Yt2LmQ9sXw4RfVzA1cNe', name: 'Your run of outages is undone to ops@example.com' }]
const entities: World['entities'] = (kind) =>
  kind === 'webhook' ? alerts : kind === 'mail' ? mails : base.entities(kind)
// Mail is for operators.
const { world } = exampleWorld({ focus: null, entities, site: { ...base.site, admin: true } })
const choices = (line: string) =>
  suggestionsFor(line, world).flatMap(({ items }) => items.map((item) => item.line.trim()))

test('a value where a name should be says that the name is lacking, and offers the one that may be meant without taking it', () => {
  const [problem] = readLine('snooze webhook 10', world).problems
  expect(problem).toMatchObject({
    sentence: 'No alert is called 10: write the name of the alert before 10.',
    instead: ['webhook 10'],
    fix: null,
    isCertain: false,
  })
  expect(readLine('snooze alert 10', world).problems[0]).toMatchObject({
    sentence: 'No alert is called 10: write the name of the alert before 10.',
    instead: [],
  })
  expect(readLine('snooze webhook webhook 10', world)).toMatchObject({
    args: { webhook: alerts[1]?.id, minutes: 10 },
    problems: [],
  })
})

test('a verb with a text opens nothing whose letters are strewn over a name, and says which kinds have no such name', () => {
  expect(choices('run undo')).toEqual([])
  expect(missedName('run undo', commands)).toBe('No monitor or workflow is called “undo”.')
  expect(missedName('undo', commands)).toBe(null)
  // Without a verb, and as it stands, a name is found.
  expect(choices('outages undone').join()).toContain('open mail')
  expect(choices('run of outages').join()).toContain('open mail')
})

test('what is too much to choose from is asked for by its id', () => {
  expect(readLine('compare result ', world).missing?.prompt).toBe('Which result, by its id?')
})
