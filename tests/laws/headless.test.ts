import { expect, test } from 'vitest'
import { type Argument, argumentsOf } from '../../src/commands/core/argument.ts'
import { type Command, phrasesOf } from '../../src/commands/core/command.ts'
import { shapeOf } from '../../src/commands/core/line/value-shape.ts'
import { headlessCommands } from '../../src/commands/headless/book.ts'
import { isOnlyOfScreen, newWork, workingWorld } from '../../src/commands/headless/headless-world.ts'
import { needsScreen } from '../../src/commands/headless/needs-screen.ts'
import { readCommands } from '../../src/commands/headless/reads.ts'
import { kinds } from '../../src/commands/kinds.ts'
import { commands } from '../../src/commands/registry.ts'
import { exampleWorld } from '../commands/world.ts'

/** A value that a definition lets through, as far as its shape tells. */
const valueFor = (argument: Argument): unknown => {
  const { kind, choices, number, problemOf } = shapeOf(argument)
  if (argument.isTime) return 'tomorrow 9'
  const one = choices[0] ?? (number ? (number.least ?? 1) : 'x'.repeat(22))
  const tries = [kind === 'boolean', one, 'x', [one], ['x'], {}, 1, 'https://a.example/', 'ada@example.com', []]
  return tries.find((value) => problemOf(value) === null)
}

/** Values of arguments whose rule their definition does not tell. */
const VALUES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'monitor.run': { set: { A: '1' }, secret: ['A'] },
  'workflow.run': { set: { A: '1' }, secret: ['A'] },
  'schedule.set-hours': { hours: 'mon-fri 8-12' },
  'project.score-bands': { warning: 6, good: 8 },
  'webhook.create-quickly': { type: 'slack', to: 'https://hooks.example/' },
  'downtime.create': { end_time: 'tomorrow 10' },
  'organization-downtime.create': { all_projects: undefined, end_time: 'tomorrow 10' },
  'organization-downtime.update': { all_projects: undefined },
}

type Done = { readonly effects: number; readonly failure: string | null }

/** Carries a command out in a headless world, up to its first answer: a screen may show afterwards what was done, and never before. */
const carriedOut = async (command: Command, isFull: boolean): Promise<Done> => {
  const { world } = exampleWorld()
  const reading = { ...world, place: null, focus: null, selection: null }
  const work = newWork()
  const chosen = argumentsOf(command).filter(({ required }) => required || isFull)
  // A list takes a limit or all of its rows, not both.
  const given = chosen.filter(({ key }) => key !== 'all' || !chosen.some((each) => each.key === 'limit'))
  const args = Object.fromEntries(given.map((argument) => [argument.key, valueFor(argument)]))
  const noMore = () => Promise.reject(new Error('The server answers no more.'))
  let failure: unknown = null
  try {
    await command.run({ ...args, ...VALUES[command.id] }, workingWorld(command, reading, work, noMore))
  } catch (error) {
    failure = error
  }
  const { shown, copied, switchedTo } = work.outcome
  const effects = work.calls + work.runs.length + shown.length + copied.length + (switchedTo === null ? 0 : 1)
  return { effects: isOnlyOfScreen(work) ? 0 : effects, failure: failure === null ? null : String(failure) }
}

test('a command that needs no screen does its work without one', async () => {
  const faults: string[] = []
  for (const command of headlessCommands)
    for (const isFull of [false, true]) {
      const { effects, failure } = await carriedOut(command, isFull)
      if (effects === 0) faults.push(`${command.words}: ${failure ?? 'it only changes a screen'}`)
    }
  expect(faults).toEqual([])
})

test('what writes needs no screen, or says that it does', () => {
  const onScreen = commands.filter((each) => needsScreen(each) && each.effect !== 'read' && !each.hidden)
  // These act on what a form or a page holds, or lead to a provider's page.
  expect(onScreen.map(({ id }) => id).sort()).toEqual([
    'account.register',
    'connection.approve',
    'form.replace',
    'form.save',
    'identity.start-link',
    'integration.begin',
    'mail.retry',
    'monitor.try',
    'notification.open',
    'session.end',
    'token.connect',
    'webhook.try',
    'workflow.try-form',
  ])
})

test('every kind that has a list can be listed, and shown by its name or id', () => {
  const phrases = new Set(headlessCommands.flatMap(phrasesOf))
  const typed = (noun: string) => noun.toLowerCase().replaceAll(' ', '-')
  const missing = Object.values(kinds).flatMap(({ noun: [, many] }) =>
    phrases.has(`list ${typed(many)}`) ? [] : [`list ${typed(many)}`],
  )
  expect(missing).toEqual([])
  const shown = readCommands.filter(({ words }) => words.startsWith('show '))
  expect(shown.length).toBeGreaterThan(Object.keys(kinds).length - 5)
})

test('derived commands call only endpoints that read, and their arguments can be read in a line', () => {
  for (const each of readCommands) {
    expect([each.words, each.effect]).toEqual([each.words, 'read'])
    expect(each.words).toMatch(/^(list|show|get) [a-z]+(-[a-z]+)*$/)
    for (const argument of argumentsOf(each)) expect(shapeOf(argument).kind).toBeTruthy()
  }
})
