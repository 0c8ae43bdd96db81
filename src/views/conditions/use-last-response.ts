import { useMemo } from 'react'
import { useResource } from '../core/use-resource.ts'
import { evidenceOf } from '../results/full-result.ts'
import { type Sample, sampleOf } from './sample-response.ts'

/** The newest response of a monitor, and whether it is being loaded. */
export type LastResponse = { readonly sample: Sample | null; readonly isLoading: boolean }

/** Loads the newest result of a monitor that has a response. Loads nothing while the monitor is not stored. */
export const useLastResponse = (monitorId: string | null): LastResponse => {
  const list = useResource(
    'result.list-of-call',
    monitorId === null ? null : { params: { id: monitorId }, query: { limit: 20 } },
  )
  const newest = list.data?.results.find(({ http_code }) => http_code !== null)?.id ?? null
  const full = useResource('result.read', newest === null ? null : { params: { id: newest }, query: { mode: 'full' } })
  const result = full.data
  const sample = useMemo(() => {
    if (!result?.meta || !result.timing) return null
    const { response, redirects, tls, variables } = evidenceOf(result)
    if (!response) return null
    return sampleOf({
      id: result.id,
      kind: 'result',
      at: result.meta.created,
      locationId: result.location_id,
      detail: { response, redirects: [...redirects], tls },
      variables,
      timing: result.timing,
      responseSize: result.meta.response_size,
    })
  }, [result])
  const isLoading = list.status === 'pending' || full.status === 'pending'
  return { sample, isLoading: isLoading && sample === null }
}
