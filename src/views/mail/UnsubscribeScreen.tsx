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

type Ending = AnswerOf<ProductContract['unsubscribe.read']>

/** Where the last line of a mail leads: one press ends it, and another takes that back. It takes a press: programs that check mail open links too. */
const UnsubscribeScreen = () => {
  const { token = '' } = useCurrentRoute().params
  const { data, error, status } = useResource('unsubscribe.read', { params: { token } })
  const isSlow = useSlow(status === 'pending' && !data)
  useTitle()
  if (data) return <EndOrUndo key={String(data.ended)} token={token} first={data} />
  if (error)
    return (
      <Front
        title="This link does not work"
        lead="It is incomplete, or what it was about was deleted. Open it from the mail again."
      >
        {null}
      </Front>
    )
  return isSlow ? <Loading label="Unsubscribe" /> : null
}
export default UnsubscribeScreen

const EndOrUndo = ({ token, first }: { token: string; first: Ending }) => {
  const { call } = useApp()
  const { refetch } = useResource('unsubscribe.read', { params: { token } })
  const { ended, what, address } = first
  const form = useFrontForm<Record<never, string>, Ending>({
    base: {},
    problemsOf: () => [],
    async send() {
      const operation = ended ? 'unsubscribe.undo' : 'unsubscribe.end'
      // The answer of the endpoint that was named.
      const answer = (await call(operation, { params: { token } })) as Ending
      refetch()
      return answer
    },
  })
  return (
    <Front
      title={ended ? 'You are unsubscribed' : 'Unsubscribe'}
      lead={
        ended
          ? `${address} no longer gets ${what}. All other mail comes as before.`
          : `Press the button, and ${address} no longer gets ${what}.`
      }
    >
      <form
        className={front.form}
        onSubmit={form.submit}
        noValidate
        aria-label={ended ? 'Subscribe again' : 'Unsubscribe'}
      >
        <FrontFailure failure={form.failure} />
        <FrontSubmit
          form={form}
          command={ended ? 'unsubscribe.undo' : 'unsubscribe.end'}
          label={ended ? 'Subscribe again' : 'Unsubscribe'}
        />
      </form>
    </Front>
  )
}
