import { expect, test } from 'vitest'
import { headlessCommandById } from '../../../src/commands/headless/book.ts'
import { openHeadless } from '../../../src/commands/headless/headless.ts'

const MONITOR = 'm'.repeat(22)

const opened = async () => {
  const asked: object[] = []
  const world = await openHeadless({
    async call(operation, input) {
      if (operation === 'project.list')
        return {
          meta: { account_id: 'a', current_project_id: 'p', invites: [], permissions: [] },
          projects: [{ access_level: 'OWNER', project: { id: 'p', name: 'Shop' }, organization: null }],
          organizations: [],
        }
      const meta = { more: false, next_cursor: null }
      if (operation === 'monitor.list')
        return {
          meta,
          data: [{ id: MONITOR, type: 'api', meta: { name: 'Checkout', tags: [] }, request: { url: '' } }],
        }
      if (operation === 'agent.list')
        return { agent_list: [{ id: 'aws-euc1', agent: { name: 'Frankfurt' }, online: true }] }
      if (/^(statistics|baseline)\./.test(operation)) asked.push({ operation, ...input })
      return { meta, data: [], results: [] }
    },
    project: null,
    now: () => 0,
    newId: () => 'x',
    pause: async () => {},
  })
  return { world, asked }
}

test.each([
  'get statistics-metrics checkout all',
  'get statistics-histogram checkout all',
  'get statistics-sizes checkout ALL',
])('figures may be those of all locations: %s', async (line) => {
  const { world, asked } = await opened()
  const { command, args, problems } = await world.read(line)
  expect(problems).toEqual([])
  if (command) await world.perform(command, args)
  expect(asked).toMatchObject([{ params: { id: MONITOR, loc: 'all' } }])
})

test('a filter by all locations is none, but for figures that are stored for all together', async () => {
  const { world, asked } = await opened()
  for (const line of ['get statistics-passfail checkout --location all', 'get baseline-hourlies --location all']) {
    const { command, args, problems } = await world.read(line)
    expect(problems).toEqual([])
    if (command) await world.perform(command, args)
  }
  expect(asked.map((each) => Object(each).query.location_id)).toEqual([undefined, 'all'])
})

test('a program may give the word, too', async () => {
  const { world } = await opened()
  const command = headlessCommandById('get.statistics-metrics')
  const given = { monitor: MONITOR, location: 'all' }
  expect(command && (await world.readArguments(command, given))).toEqual(given)
})
