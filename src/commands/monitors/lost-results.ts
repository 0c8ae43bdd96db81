import { counted } from '../core/bulk-words.ts'
import type { World } from '../core/world.ts'
import { isOnScreen } from '../schedules/schedules-left.ts'

/** Two digits: a count that is read while results come in is no exact one. */
const about = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 })
const EXACT = 100

/** The results that are deleted with a monitor, counted by the server from its rollups. The question is shown at once, and again with the count. */
export const lostResults = (id: string, world: World): readonly string[] => {
  const monitor = world.known('monitor.list', {})?.data.find((each) => each.id === id)
  if (!monitor) return []
  const input = { params: { id }, query: { start: monitor.meta.created } }
  // The rows alone: the terminal reads a list by its pages, and keeps nothing beside its rows.
  const rows = world.read('statistics.locations', input)?.results
  if (!rows && isOnScreen(world)) return ['Its results are still being counted …']
  const count = (rows ?? []).reduce((sum, row) => sum + row.count, 0)
  if (count === 0) return []
  return [
    count < EXACT
      ? `${counted(count, 'result')} ${count === 1 ? 'goes' : 'go'} with it`
      : `About ${about.format(count)} results go with it`,
  ]
}
