import { test } from 'vitest'
import { linkTo } from '../../src/commands/core/addresses.ts'
import { signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()
const LONG_MS = 240_000

test(
  'a condition whose schema is a stored file is tried by that schema while it is edited',
  async () => {
    const { page } = await world.visit({ viewport: { width: 1440, height: 1000 } })
    const { api } = world.installation
    const fileOf = async (text: string) => (await api.post<{ id: string }>('/api/3/files/', { name: 'Order', text })).id
    const fits = await fileOf('{"type":"object","required":["orders"]}')
    const differs = await fileOf('{"type":"object","required":["nothing"]}')
    const { id: callId } = await api.post<{ id: string }>('/api/2/calls/', {
      meta: { name: 'Orders' },
      request: { url: `http://127.0.0.1:${Number(new URL(world.url).port) + 1}/json` },
    })
    await api.post(`/api/2/calls/${callId}/conditions/`, {
      meta: {},
      conditions: [fits, differs].map((val) => ({ source: 'text', condition: 'schema', val })),
    })
    await signIn(page, linkTo('monitor-assertions', { callId }))
    const main = page.getByRole('main')
    const verdict = (number: number) =>
      main.getByRole('group', { name: `Condition ${number}` }).locator('[data-verdict]')
    await main.getByRole('button', { name: 'Try it' }).click()
    await expect(verdict(1)).toContainText('True')
    await expect(verdict(2)).toContainText('False')
  },
  LONG_MS,
)
