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

type Asked = AnswerOf<ProductContract['recipient.read']>

/** Where the link of a confirmation letter leads. It takes a press: programs that check mail open links too. */
const ConfirmAlertsScreen = () => {
  const { token = '' } = useCurrentRoute().params
  const { data, error, status } = useResource('recipient.read', { params: { token } })
  const isSlow = useSlow(status === 'pending' && !data)
  useTitle()
  if (data?.confirmed)
    return (
      <Front
        title="Confirmed"
        lead={`${data.address} gets the alerts of “${data.project}”. Each mail has a link to end them.`}
      >
        {null}
      </Front>
    )
  if (data) return <Confirm token={token} asked={data} />
  if (error)
    return (
      <Front
        title="This link does not work"
        lead="It is incomplete, or the project was deleted. Open it from the mail again."
      >
        {null}
      </Front>
    )
  return isSlow ? <Loading label="Confirm alerts" /> : null
}
export default ConfirmAlertsScreen

const Confirm = ({ token, asked }: { token: string; asked: Asked }) => {
  const { call } = useApp()
  const { refetch } = useResource('recipient.read', { params: { token } })
  const form = useFrontForm<Record<never, string>, Asked>({
    base: {},
    problemsOf: () => [],
    async send() {
      // The answer of the endpoint that was named.
      const answer = (await call('recipient.confirm', { params: { token } })) as Asked
      refetch()
      return answer
    },
  })
  return (
    <Front
      title="Confirm alerts"
      lead={`Do you want the alerts of the project “${asked.project}” at ${asked.address}?`}
    >
      <form className={front.form} onSubmit={form.submit} noValidate aria-label="Confirm alerts">
        <FrontFailure failure={form.failure} />
        <FrontSubmit form={form} command="recipient.confirm" label="Confirm" />
      </form>
    </Front>
  )
}
