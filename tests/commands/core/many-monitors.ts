import { openHeadless } from '../../../src/commands/headless/headless.ts'

/** A server with many monitors, which answers pages, and searches names by a part of them. */
export const openMany = async (names: readonly string[]) => {
  const calls: string[] = []
  const all = names.map((name, index) => ({
    id: `${index}`.padStart(22, 'm'),
    meta: { name, domain: 'a.example', tags: [], workspace: 'global' },
  }))
  const world = await openHeadless({
    async call(operation, input) {
      const { query = {}, params = {} } = input as { query?: Record<string, unknown>; params?: { id?: string } }
      calls.push(`${operation} ${query.search ?? ''}`.trim())
      if (operation === 'project.list')
        return {
          meta: { account_id: 'a', current_project_id: 'p', invites: [], permissions: [] },
          projects: [{ access_level: 'OWNER', project: { id: 'p', name: 'Shop' }, organization: null }],
          organizations: [],
        }
      if (operation === 'monitor.read') return all.find(({ id }) => id === params.id)
      const search = String(query.search ?? '').toLowerCase()
      const found = all.filter(({ meta }) => meta.name.toLowerCase().includes(search))
      const at = Number(query.cursor ?? 0)
      const next = at + Number(query.limit)
      const rows = found
        .slice(at, next)
        .map((each) => ({ ...each, type: 'api', request: { method: 'GET', url: 'https://a.example/' } }))
      return { meta: { more: next < found.length, next_cursor: String(next) }, data: rows }
    },
    project: null,
    now: () => 0,
    newId: () => 'x',
    pause: async () => {},
  })
  return { world, calls, all }
}
