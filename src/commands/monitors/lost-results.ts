import type { World } from '../core/world.ts'
import { isOnScreen } from '../schedules/schedules-left.ts'

/**
 * The number of results that are deleted with a monitor, counted by the server from its rollups. Null where the question is shown at once,
 * and again with the count.
 */
export const lostResults = (id: string, world: World): number | null => {
  const monitor = world.known('monitor.list', {})?.data.find((each) => each.id === id)
  if (!monitor) return 0
  const input = { params: { id }, query: { start: monitor.meta.created } }
  // The rows alone: the terminal reads a list by its pages, and keeps nothing beside its rows.
  const rows = world.read('statistics.locations', input)?.results
  if (!rows && isOnScreen(world)) return null
  return (rows ?? []).reduce((sum, row) => sum + row.count, 0)
}
