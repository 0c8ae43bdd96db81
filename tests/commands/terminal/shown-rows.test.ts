import { expect, test } from 'vitest'
import { openHeadless } from '../../../src/commands/headless/headless.ts'

const entries = Array.from({ length: 281 }, (_, at) => ({ id: `entry-${at}`, action: 'monitor.create' }))
const certificates = ['Client A', 'Twin', 'Twin'].map((name, at) => ({ id: `c${at}`, name }))

const shownBy = async (line: string) => {
  let pages = 0
  const world = await openHeadless({
    async call(operation, input) {
      if (operation === 'project.list')
        return {
          meta: { account_id: 'a', current_project_id: 'p', invites: [], permissions: [] },
          projects: [{ access_level: 'OWNER', project: { id: 'p', name: 'Shop' }, organization: null }],
          organizations: [{ id: 'o1', name: 'Acme', access_level: 'ADMIN' }],
        }
      if (operation === 'certificate.read') return certificates.find(({ id }) => id === Object(input).params.id)
      const { cursor, limit = 1_000 } = Object(Object(input).query)
      const all = operation === 'audit.list' ? entries : certificates
      const [at, next] = [Number(cursor ?? 0), Number(cursor ?? 0) + limit]
      pages++
      const rows = all.slice(at, next)
      return { meta: { more: next < all.length, next_cursor: String(next) }, results: rows, data: rows }
    },
    project: null,
    now: () => 0,
    newId: () => 'x',
    pause: async () => {},
  })
  const { command, args, problems } = await world.read(line)
  expect(problems).toEqual([])
  const outcome = command && (await world.perform(command, args))
  return { shown: outcome?.shown[0], pages }
}

test('an entry of the audit log is found among all of them, and no further is read than to it', async () => {
  expect((await shownBy('show audit-entry entry-280')).shown).toMatchObject({ one: entries[280] })
  expect((await shownBy('show audit-entry entry-7')).pages).toBe(1)
  await expect(shownBy('show audit-entry entry-999')).rejects.toThrow('No audit entry is called entry-999.')
})

test('an object of an organization is found by its name', async () => {
  expect((await shownBy('show certificate acme client-a')).shown).toMatchObject({ one: certificates[0] })
  await expect(shownBy('show certificate acme twin')).rejects.toThrow('2 certificates are called twin: c1, c2.')
})
