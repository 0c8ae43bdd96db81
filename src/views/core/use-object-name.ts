import { useMemo } from 'react'
import type { Place } from '../../commands/core/addresses.ts'
import { useResource } from './use-resource.ts'

/** What the open object is called; null where none is open, or its name is not known yet. */
export const useObjectName = ({ params: { callId, resultId, scheduleId, webhookId } }: Place): string | null => {
  const monitorId = callId && callId !== 'new' ? callId : null
  const monitor = useResource(
    'monitor.read',
    useMemo(() => (monitorId ? { params: { id: monitorId } } : null), [monitorId]),
  )
  const result = useResource(
    'result.read',
    useMemo(() => (resultId ? { params: { id: resultId }, query: { mode: 'full' as const } } : null), [resultId]),
  )
  const webhooks = useResource('webhook.list', webhookId ? {} : null)
  const webhook = webhooks.data?.data.find(({ id }) => id === webhookId)
  const schedules = useResource('schedule.list', scheduleId ? {} : null)
  const schedule = schedules.data?.data.find(({ id }) => id === scheduleId)
  return schedule?.name ?? webhook?.name ?? monitor.data?.meta.name ?? result.data?.test ?? null
}
