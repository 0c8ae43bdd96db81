import { useMemo } from 'react'
import { ownTags } from '../../domain/core/tag-rules.ts'
import { monitorMethod, monitorUrl } from '../../domain/monitors/monitor-address.ts'
import { useResource } from '../core/use-resource.ts'

/** A monitor that a step of a workflow or a row of a report can name. */
export type PickableMonitor = {
  readonly id: string
  readonly name: string
  readonly method: string
  readonly url: string
  /** Lower-case text that a search looks through. */
  readonly text: string
}

/** Monitors of the project, sorted by name, and whether all are loaded. */
export const usePickableMonitors = (): {
  readonly monitors: readonly PickableMonitor[]
  readonly complete: boolean
} => {
  const { data, complete } = useResource('monitor.list', {})
  return useMemo(
    () => ({
      complete,
      monitors: (data?.data ?? [])
        .map((monitor) => ({
          id: monitor.id,
          name: monitor.meta.name,
          method: monitorMethod(monitor),
          url: monitorUrl(monitor).replace(/^https?:\/\//, ''),
          text: `${monitor.meta.name} ${monitorUrl(monitor)} ${ownTags(monitor.meta.tags).join(' ')}`.toLowerCase(),
        }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    }),
    [data, complete],
  )
}
