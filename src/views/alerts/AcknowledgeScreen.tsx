import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { useApp } from '../core/app-context.ts'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import front from '../kit/front/Front.module.css'
import { Front } from '../kit/front/Front.tsx'
import { FrontFailure } from '../kit/front/FrontFailure.tsx'
import { FrontSubmit } from '../kit/front/FrontSubmit.tsx'
import { useFrontForm } from '../kit/front/use-front-form.ts'
import { Loading } from '../parts/text/Loading.tsx'
import { moment } from './moment.ts'

type Linked = AnswerOf<ProductContract['acknowledgement.read']>

const sinceWords = ({ since }: Linked): string => (since === null ? '' : ` since ${moment(Date.parse(since))}`)

/** Where the link of an alert's message leads. It takes a press: programs that check mail open links too. */
const AcknowledgeScreen = () => {
  const { token = '' } = useCurrentRoute().params
  const { data, error, status } = useResource('acknowledgement.read', { params: { token } })
  const isSlow = useSlow(status === 'pending' && !data)
  useTitle()
  if (error)
    return (
      <Front
        title={error.status === 410 ? 'This link does not work' : 'The incident could not be read'}
        lead={error.message}
      >
        {null}
      </Front>
    )
  if (!data) return isSlow ? <Loading label="Acknowledge" /> : null
  if (data.state === 'open') return <Acknowledge token={token} linked={data} />
  return data.state === 'over' ? (
    <Front title="There is nothing to acknowledge" lead={`“${data.call_name}” has no open incident: it has recovered.`}>
      {null}
    </Front>
  ) : (
    <Front
      title="Acknowledged"
      lead={`${data.acknowledged_by ?? 'Somebody'} takes care of “${data.call_name}”. Nobody is reminded of this incident any more; its end is told.`}
    >
      {null}
    </Front>
  )
}
export default AcknowledgeScreen

const Acknowledge = ({ token, linked }: { token: string; linked: Linked }) => {
  const { call } = useApp()
  const { refetch } = useResource('acknowledgement.read', { params: { token } })
  const form = useFrontForm<Record<never, string>, Linked>({
    base: {},
    problemsOf: () => [],
    async send() {
      // The answer of the endpoint that was named.
      const answer = (await call('acknowledgement.confirm', { params: { token } })) as Linked
      refetch()
      return answer
    },
  })
  return (
    <Front
      title={`“${linked.call_name}” is failing`}
      lead={`In the project “${linked.project}”${sinceWords(linked)}. Acknowledge it to tell the others that you take care: reminders and escalations stop.`}
    >
      <form className={front.form} onSubmit={form.submit} noValidate aria-label="Acknowledge the incident">
        <FrontFailure failure={form.failure} />
        <FrontSubmit form={form} command="acknowledgement.confirm" label="Acknowledge" />
      </form>
    </Front>
  )
}
