import { describe, expect, test } from 'vitest'
import { performLine } from '../../../src/commands/core/line/perform-line.ts'
import { readLine } from '../../../src/commands/core/line/read.ts'
import { isComplete } from '../../../src/commands/core/line/reading.ts'
import { suggestionsFor } from '../../../src/commands/core/line/suggest.ts'
import { writeLine } from '../../../src/commands/core/line/write.ts'
import { confirmationOf } from '../../../src/commands/core/perform.ts'
import { exampleWorld } from '../world.ts'

/** A reader in New York, Monday 2026-01-05, 05:00 on the wall, with a downtime in Berlin. */
const opened = () => {
  const { world } = exampleWorld()
  const row = {
    id: 'd1Yt2LmQ9sXw4RfVzA1cNe',
    meta: { name: 'Nightly backup' },
    schedule: { timezone: 'Europe/Berlin' },
  }
  return exampleWorld({
    preferences: { ...world.preferences, timeZone: 'America/New_York' },
    known: ((name: string) => (name === 'downtime.list' ? { results: [row] } : undefined)) as never,
    onCall: (operation) => ({ meta: { name: operation === 'downtime.update' ? 'Backup' : 'Downtime' } }),
  })
}

const downtimeOf = async (line: string): Promise<Record<string, unknown>> => {
  const { world, calls } = opened()
  await performLine(line.startsWith('create') ? `${line} --confirm yes` : line, world)
  const bodies = calls.flatMap(({ input }) => Object(input).body ?? [])
  return bodies[0]?.downtime
}

describe('a time without a zone', () => {
  test('is one of the zone that a new downtime is given, as in its form', async () => {
    expect(
      await downtimeOf('create downtime "2026-12-05 10:00" "2026-12-05 12:00" --timezone Europe/Berlin'),
    ).toMatchObject({ start_time: '2026-12-05T09:00:00.000Z', end_time: '2026-12-05T11:00:00.000Z' })
  })
  test('is one of the reader’s, where no zone is given', async () => {
    expect(await downtimeOf('create downtime "2026-12-05 10:00" "2026-12-05 12:00"')).toMatchObject({
      start_time: '2026-12-05T15:00:00.000Z',
      timezone: 'America/New_York',
    })
  })
  test('is one of the zone that a changed downtime has, unless it is given another', async () => {
    const line = 'change downtime nightly-backup --start-time "2026-12-01 12:00"'
    expect(await downtimeOf(line)).toEqual({ start_time: '2026-12-01T11:00:00.000Z' })
    expect(await downtimeOf(`${line} --timezone UTC`)).toEqual({
      start_time: '2026-12-01T12:00:00.000Z',
      timezone: 'UTC',
    })
  })
  test('with a zone stays what it is', async () => {
    expect(
      await downtimeOf('create downtime 2026-12-05T10:00:00Z 2026-12-05T12:00:00+01:00 --timezone Europe/Berlin'),
    ).toMatchObject({ start_time: '2026-12-05T10:00:00Z', end_time: '2026-12-05T12:00:00+01:00' })
  })
})

test.each([
  ['2026-12-05 22:00', '2', '2026-12-06T03:00:00.000Z', '2026-12-06T07:00:00.000Z'],
  ['4:00', '6:30', '2026-01-06T09:00:00.000Z', '2026-01-06T11:30:00.000Z'],
  ['now', '6', '2026-01-05T10:00:00.000Z', '2026-01-05T11:00:00.000Z'],
])('a clock ends a downtime the first time that it strikes after its start: %s to %s', async (start, end, from, to) => {
  const line = `create downtime ${start} ${end}`
  expect(await downtimeOf(line)).toMatchObject({ start_time: from, end_time: to })
  const shown = suggestionsFor(line, opened().world)[0]?.items[0]?.end ?? ''
  const [, clock] = /(\d\d:\d\d) America\/New_York$/.exec(shown) ?? []
  expect(clock).toBe(end.padStart(end.length < 3 ? 2 : 5, '0').padEnd(5, ':00'))
})

describe('times in a row', () => {
  test.each([
    ['create downtime now in 2 hours', 'now', 'in 2 hours'],
    ['create downtime tomorrow 9 tomorrow 12', 'tomorrow 9', 'tomorrow 12'],
    ['create downtime 2026-12-05 10:00 2026-12-05 12:00', '2026-12-05 10:00', '2026-12-05 12:00'],
    ['create downtime 22:00 23:30', '22:00', '23:30'],
  ])('need no quotes: %s', (line, start_time, end_time) => {
    const { world } = opened()
    const { args, command, problems } = readLine(line, world)
    expect([problems, args]).toEqual([[], { start_time, end_time }])
    expect(command && readLine(writeLine(command, args, world), world).args).toEqual(args)
  })
  test.each([
    'create downtime 2026-11-31 10:00 2026-12-01 10:00',
    'change downtime nightly-backup --end-time 2027-02-29',
  ])('are refused for a day that its month does not have: %s', (line) => {
    const reading = readLine(line, opened().world)
    expect([isComplete(reading), reading.problems[0]?.sentence]).toEqual([
      false,
      expect.stringMatching(/^There is no .+: the last day of that month is /),
    ])
  })
  test('a program that gives such a day is refused, too', async () => {
    const { world } = opened()
    const { command } = readLine('change downtime nightly-backup --name X', world)
    const change = async () => command?.run({ downtime: 'd1', start_time: '2026-11-31 10:00' }, world)
    await expect(change()).rejects.toThrow('There is no 2026-11-31')
  })
})

describe('a repetition', () => {
  test.each([
    ['1', 1],
    ['7', 7],
    ['0', 0],
    ['every-day', 1],
    ['weekly', 7],
    ['once', 0],
  ])('is a number of days, or its word: %s', (text, repeat_days) => {
    for (const line of ['change downtime nightly-backup', 'create downtime now tomorrow']) {
      const { args, problems } = readLine(`${line} --repeat-days ${text}`, opened().world)
      expect([problems, args]).toMatchObject([[], { repeat_days }])
    }
  })
  test('of another number is refused with those there are', () => {
    const { problems } = readLine('change downtime nightly-backup --repeat-days 3', opened().world)
    expect(problems[0]?.sentence).toBe('--repeat-days takes 0, 1 or 7, not 3.')
  })
})

describe('a downtime that reaches far', () => {
  const schedule = '--schedule partner-checks'

  /** The question of a line, and what is said once it is agreed to. */
  const asked = async (line: string) => {
    const { world, told } = opened()
    const { command, args, problems } = readLine(line, world)
    expect(problems).toEqual([])
    if (!command) throw new Error(`${line} is no command.`)
    const question = confirmationOf(command, args, world)
    await performLine(question ? `${line} --confirm yes` : line, world)
    return { question: question?.question ?? null, effects: question?.effects ?? [], told: told.at(-1)?.text }
  }

  test('asks because it silences the whole project, and says when', async () => {
    expect(await asked('create downtime now wed')).toEqual({
      question: 'Create a downtime for all monitors of the project?',
      effects: [
        'Mon 5 Jan, 05:00 – Wed 7 Jan, 09:00 GMT-5 (52 hours)',
        'Nothing runs in that time, so nobody is notified of an outage',
      ],
      told: '“Downtime” created for all monitors of the project: Mon 5 Jan, 05:00 – Wed 7 Jan, 09:00 GMT-5',
    })
  })

  test('asks because it is longer than a day, and not where it is short and of one schedule', async () => {
    expect((await asked(`create downtime now wed ${schedule}`)).question).toBe(
      'Create a downtime for the monitors of “Partner checks”?',
    )
    expect(await asked(`create downtime 22:00 23:30 ${schedule}`)).toEqual({
      question: null,
      effects: [],
      told: '“Downtime” created for the monitors of “Partner checks”: Mon 5 Jan, 22:00–23:30 GMT-5',
    })
    expect((await asked(`create downtime 22:00 23:30 ${schedule} --repeat-days 7`)).told).toMatch(
      /: Every Monday 22:00–23:30 America\/New York$/,
    )
  })

  test('asks where a change makes it a long one, and every change of its times says what they are', async () => {
    const change = 'change downtime nightly-backup'
    const stored = { start_time: '2026-01-06T01:00:00Z', end_time: '2026-01-06T03:00:00Z' }
    expect(await asked(`${change} --start-time ${stored.start_time} --end-time ${stored.end_time}`)).toMatchObject({
      question: null,
      told: '“Nightly backup” changed: Tue 6 Jan, 02:00–04:00 CET',
    })
    expect(await asked(`${change} --start-time ${stored.start_time} --end-time 2026-01-08T03:00:00Z`)).toMatchObject({
      question: 'Extend “Nightly backup”?',
      effects: ['Tue 6 Jan, 02:00 – Thu 8 Jan, 04:00 CET (50 hours)', expect.stringContaining('Nothing runs')],
    })
    expect((await asked(`${change} --name Backup`)).told).toBe('“Nightly backup” changed')
  })

  test.each([
    ['create downtime "2026-01-06 10:00" "2026-01-06 09:00"', 'Tue 6 Jan, 10:00 GMT-5', 'Tue 6 Jan, 09:00 GMT-5'],
    [
      'create downtime "2026-01-06 10:00" "2026-01-06 10:00" --schedule partner-checks',
      'Tue 6 Jan, 10:00 GMT-5',
      'Tue 6 Jan, 10:00 GMT-5',
    ],
    [
      'create organization downtime harbourline Move "2026-01-06 10:00" "2026-01-05 11:00"',
      'Tue 6 Jan, 10:00 GMT-5',
      'Mon 5 Jan, 11:00 GMT-5',
    ],
    [
      'change downtime nightly-backup --start-time 2026-01-06T03:00:00Z --end-time 2026-01-06T01:00:00Z',
      'Tue 6 Jan, 04:00 CET',
      'Tue 6 Jan, 02:00 CET',
    ],
  ])('whose end is not after its start is refused with both, without a question: %s', async (line, start, end) => {
    const { world } = opened()
    const { command, args } = readLine(line, world)
    if (!command) throw new Error(`${line} is no command.`)
    expect(confirmationOf(command, args, world)).toBe(null)
    await expect(performLine(line, world)).rejects.toThrow(`The end (${end}) must be later than the start (${start}).`)
  })

  test('of an organization always asks', async () => {
    const { told, effects, question } = await asked('create organization downtime harbourline Move 22:00 23:30')
    expect([question, effects[0], told]).toEqual([
      'Create a downtime for all monitors of all projects of “Harbourline”?',
      'Mon 5 Jan, 22:00–23:30 GMT-5 (90 minutes)',
      expect.stringMatching(
        / created for all monitors of all projects of “Harbourline”: Mon 5 Jan, 22:00–23:30 GMT-5$/,
      ),
    ])
  })
})
