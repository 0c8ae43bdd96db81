import type { RouteName } from '../../commands/routes.ts'
import { useResource } from './use-resource.ts'

/**
 * Number of monitors of the open project; null until known. On the list screen the list is counted: the project summary
 * takes the server longer than a page of the list and would delay its first rows.
 */
export const useMonitorCount = (shown: RouteName, isOpen: boolean): number | null => {
  const isList = shown === 'monitors'
  const list = useResource('monitor.list', isOpen && isList ? {} : null)
  const synopsis = useResource('project.synopsis', isOpen && !isList ? {} : null)
  if (isList) return list.complete ? (list.data?.data.length ?? null) : null
  return synopsis.data?.calls ?? null
}
