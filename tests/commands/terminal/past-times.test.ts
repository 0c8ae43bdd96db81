import { describe, expect, test } from 'vitest'
import { openHeadless } from '../../../src/commands/headless/headless.ts'

/** A Friday, in the zone in which the tests run. */
const NOW = new Date(2026, 10, 27, 12, 0).getTime()

const opened = async () => {
  const asked: unknown[] = []
  const world = await openHeadless({
    async call(operation, input) {
      if (operation === 'project.list')
        return {
          meta: { account_id: 'a', current_project_id: 'p', invites: [], permissions: [] },
          projects: [{ access_level: 'OWNER', project: { id: 'p', name: 'Shop' }, organization: null }],
          organizations: [],
        }
      if (operation === 'result.list') asked.push(Object(input).query)
      return { meta: { more: false, next_cursor: null }, data: [], results: [] }
    },
    project: null,
    now: () => NOW,
    newId: () => 'x',
    pause: async () => {},
  })
  return { world, asked }
}

const queryOf = async (line: string) => {
  const { world, asked } = await opened()
  const { command, args, problems } = await world.read(line)
  expect(problems).toEqual([])
  if (command) await world.perform(command, args)
  return asked[0]
}

describe('the times of a list', () => {
  test.each([
    ['2h', new Date(2026, 10, 27, 10, 0)],
    ['1h30m', new Date(2026, 10, 27, 10, 30)],
    ['yesterday', new Date(2026, 10, 26)],
    ['yesterday 9', new Date(2026, 10, 26, 9, 0)],
    ['2026-11-27 00:30', new Date(2026, 10, 27, 0, 30)],
    ['mon', new Date(2026, 10, 23)],
  ])('are what a person says of the past: %s', async (text, moment) => {
    expect(await queryOf(`list results --from ${text}`)).toMatchObject({ from: moment.toISOString() })
    expect(await queryOf(`list results --time "${text}"`)).toMatchObject({ time: moment.toISOString() })
  })
  test('are left to the API where they say their zone, and where they are a day of statistics', async () => {
    expect(await queryOf('list results --from 2026-11-20T10:00:00+02:00 --time 2026-11-21')).toMatchObject({
      from: '2026-11-20T10:00:00+02:00',
      time: '2026-11-21',
    })
  })
  test('that are none are refused', async () => {
    const { world } = await opened()
    const reading = await world.read('list results --from soon')
    expect(reading.problems[0]?.sentence).toBe(
      '“soon” is not a time. Use 2h, 14:30, yesterday 9, mon 8:00 or 2026-01-05 10:00.',
    )
  })
})

test('a duration may have several parts', async () => {
  const { world } = await opened()
  const reading = await world.read('create schedule Fast --frequency 1h30m')
  expect(reading.args).toMatchObject({ frequency: 5400 })
})
