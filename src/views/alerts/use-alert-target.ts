import { useCallback, useMemo } from 'react'
import { useResource } from '../core/use-resource.ts'

/** A monitor or workflow that an alert is for. */
export type AlertTarget = { readonly name: string; readonly kind: 'monitor' | 'workflow' }

/** The monitors and workflows that alerts are for, loaded only when an alert is for one of them. */
export const useAlertTarget = (
  rows: readonly { readonly monitor_id: string | null }[],
): ((id: string) => AlertTarget) => {
  const needed = rows.some(({ monitor_id }) => monitor_id !== null)
  const { data: monitors } = useResource('monitor.list', needed ? {} : null)
  const { data: workflows } = useResource('workflow.list', needed ? {} : null)
  const targets = useMemo(() => {
    const known = new Map<string, AlertTarget>()
    for (const { id, meta } of monitors?.data ?? []) known.set(id, { name: meta.name, kind: 'monitor' })
    for (const { id, meta } of workflows?.results ?? []) known.set(id, { name: meta.name, kind: 'workflow' })
    return known
  }, [monitors, workflows])
  return useCallback((id) => targets.get(id) ?? { name: 'One monitor', kind: 'monitor' }, [targets])
}
