import { newId } from '../../src/server/store/core/identifiers.ts'
import { newMonitor } from '../../src/server/store/monitors/monitors.ts'
import { eventually } from './eventually.ts'
import type { Installation } from './installation.ts'

export type MadeMonitor = { readonly key: number; readonly id: string }

/** Puts monitors of these addresses straight into the store: by the thousand, the API would take minutes. */
export const makeMonitors = (installation: Installation, urls: readonly string[]): Promise<MadeMonitor[]> => {
  const rows = urls.map((url, index) => ({
    id: newId(),
    name: `Monitor ${index}`,
    doc: { ...newMonitor, request: { ...newMonitor.request, url } },
  }))
  return installation.query<MadeMonitor>(
    `insert into object (id, project_key, kind, name, doc, owner, created, last_update)
     select id, (select key from project order by key limit 1), 'monitor', name, doc, 'bench', $2, $2
     from json_to_recordset($1::json) as row(id text, name text, doc jsonb) returning key, id`,
    [JSON.stringify(rows), Date.now()],
  )
}

/** Makes a schedule for monitors, once its locations have joined. */
export const makeSchedule = async (
  { api }: Installation,
  monitors: readonly MadeMonitor[],
  { everySeconds, locations }: { everySeconds: number; locations: string[] },
): Promise<string> => {
  await eventually(
    async () => {
      const joined = await api.get<{ agent_list: { id: string }[] }>('/api/2/agents/info')
      return locations.every((id) => joined.agent_list.some((agent) => agent.id === id))
    },
    { withinMs: 30_000, what: `an agent at each of ${locations}` },
  )
  const { id } = await api.post<{ id: string }>('/api/3/schedules/', {
    name: `Every ${everySeconds} s`,
    frequency: everySeconds,
    regions: [],
    locations,
    targets: monitors.map((monitor) => monitor.id),
  })
  return id
}
