import { useCallback, useMemo } from 'react'
import { useResource } from '../core/use-resource.ts'

/** Monitor names, loaded only when an alert needs one. */
export const useMonitorName = (rows: readonly { readonly monitor_id: string | null }[]): ((id: string) => string) => {
  const needed = rows.some(({ monitor_id }) => monitor_id !== null)
  const { data } = useResource('monitor.list', needed ? {} : null)
  const names = useMemo(() => new Map((data?.data ?? []).map(({ id, meta }) => [id, meta.name])), [data])
  return useCallback((id) => names.get(id) ?? 'One monitor', [names])
}
