import type { RouteName } from '../../commands/routes.ts'
import { useResource } from './use-resource.ts'

/**
 * How many monitors the open project has; null until that is known. Where the list itself is shown it is counted: summing up a project
 * takes the server longer than a page of the list, and would hold up its first rows.
 */
export const useMonitorCount = (shown: RouteName, isOpen: boolean): number | null => {
  const isList = shown === 'monitors'
  const list = useResource('monitor.list', isOpen && isList ? {} : null)
  const synopsis = useResource('project.synopsis', isOpen && !isList ? {} : null)
  if (isList) return list.complete ? (list.data?.data.length ?? null) : null
  return synopsis.data?.calls ?? null
}
