import { entityOf } from '../naming.ts'
import type { World } from '../world.ts'

/** An object that uses a monitor: its id, and words such as `schedule “Nightly”`. */
export type Use = { readonly id: string; readonly words: string }

/** As many as a page holds. */
const MOST_WORKFLOWS = 1000

type Named = { readonly id: string; readonly name: string }

const use = (noun: string, { id, name }: Named): Use => ({ id, words: `${noun} “${name}”` })

/** Returns what uses a monitor, whose row names its schedules: schedules, alerts of it alone, workflows, and monitors that depend on it. */
export const usesOf = async (id: string, row: unknown, world: World): Promise<readonly Use[]> => {
  const schedules = (Object(row) as { schedule_ids?: readonly string[] }).schedule_ids ?? []
  const [alerts, workflows, dependencies] = await Promise.all([
    world.call('webhook.list', { query: { monitor_id: id } }),
    world.call('workflow.list', { query: { limit: MOST_WORKFLOWS } }),
    world.call('dependency.read', { params: { id } }),
  ])
  return [
    ...schedules.map((schedule) =>
      use('schedule', { id: schedule, name: entityOf(schedule, world.entities('schedule'))?.name ?? schedule }),
    ),
    ...alerts.data.filter(({ monitor_id }) => monitor_id === id).map((alert) => use('alert', alert)),
    ...workflows.results
      .filter(({ workflow }) => workflow.call_ids.includes(id))
      .map((workflow) => use('workflow', { id: workflow.id, name: workflow.meta.name })),
    ...dependencies.dependents.map((dependent) => use(dependent.kind, dependent)),
  ]
}
