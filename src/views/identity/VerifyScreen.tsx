import { useApp } from '../core/app-context.ts'
import { machineOf, useMachine } from '../core/machines-of.ts'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import classes from '../kit/front/Front.module.css'
import { Front } from '../kit/front/Front.tsx'
import { FrontFailure } from '../kit/front/FrontFailure.tsx'
import { FrontSubmit } from '../kit/front/FrontSubmit.tsx'
import { useFrontForm } from '../kit/front/use-front-form.ts'
import { Act } from '../parts/act/Act.tsx'
import { buttonClass } from '../parts/act/button-kind.ts'
import { Go } from '../parts/act/Go.tsx'

/** Confirms an email address through the mailed link. It needs a click, because mail scanners open links too. */
const VerifyScreen = () => {
  const { app, call } = useApp()
  const { token = '' } = useCurrentRoute().params
  const isSignedIn = useMachine('sign-in', (snapshot) => snapshot?.matches('signedIn') ?? false)
  useTitle()
  const form = useFrontForm<Record<never, string>, { email: string }>({
    base: {},
    problemsOf: () => [],
    async send() {
      // The response type follows from the endpoint name.
      const answer = (await call('account.verify', { body: { token } })) as { email: string }
      // The loaded account still says that the address is unconfirmed.
      machineOf(app, 'project')?.send({ type: 'REFRESH' })
      return answer
    },
  })
  const wayOn = isSignedIn ? (
    <Go to="collections" className={buttonClass({ kind: 'primary', wide: true })}>
      Go to your projects
    </Go>
  ) : (
    <Act command="session.start" kind="primary" wide label="Sign in" />
  )
  if (form.answer)
    return (
      <Front title="The address is confirmed" lead={`${form.answer.email} is yours.`}>
        {wayOn}
      </Front>
    )
  if (form.failure && [400, 404, 409, 410, 422].includes(form.failure.status ?? 0))
    return (
      <Front
        title="This link no longer works"
        lead="It was already used or has expired. Sign in and request a new one from the notice above your projects."
      >
        {wayOn}
      </Front>
    )
  return (
    <Front title="Confirm your address" lead="Confirm that mail to this address reaches you.">
      <form className={classes.form} onSubmit={form.submit} noValidate aria-label="Confirm your address">
        <FrontFailure failure={form.failure} />
        <FrontSubmit form={form} command="account.verify" label="Confirm the address" />
      </form>
    </Front>
  )
}
export default VerifyScreen
