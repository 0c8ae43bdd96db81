import type { ReactNode } from 'react'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import { buttonClass } from '../parts/act/button-kind.ts'
import { Go } from '../parts/act/Go.tsx'
import { ErrorState } from '../parts/text/ErrorState.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import type { Webhook } from './webhook-list.ts'

/** The alert named by the address, from the project's list. */
export const OneWebhook = ({ children }: { children: (webhook: Webhook) => ReactNode }) => {
  const { params } = useCurrentRoute()
  const { data, error, refetch, status, complete } = useResource('webhook.list', {})
  const webhook = data?.data.find(({ id }) => id === params.webhookId)
  const slow = useSlow(status === 'pending' && !webhook)
  useTitle(webhook?.name)
  if (webhook) return children(webhook)
  if (error) return <LoadError page error={error} refetch={refetch} />
  if (!data || !complete) return slow ? <Loading label="Alert" /> : null
  return (
    <ErrorState
      page
      sentence="There is no such alert in this project. It may have been deleted."
      actions={
        <Go to="webhooks" className={buttonClass({ kind: 'primary' })}>
          Alerts & Webhooks
        </Go>
      }
    />
  )
}
