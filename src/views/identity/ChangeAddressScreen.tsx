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
import { Notice } from '../parts/text/Notice.tsx'

/** Changes the address of an account through the link mailed to the new one. It needs a click, because mail scanners open links too. */
const ChangeAddressScreen = () => {
  const { app, call } = useApp()
  const { accountId = '', email: encoded = '', token = '' } = useCurrentRoute().params
  const email = decoded(encoded)
  const isSignedIn = useMachine('sign-in', (snapshot) => snapshot?.matches('signedIn') ?? false)
  useTitle()
  const form = useFrontForm<Record<never, string>, { email: string }>({
    base: {},
    problemsOf: () => [],
    async send() {
      const input = { params: { id: accountId }, body: { email, token } }
      // The response type follows from the endpoint name.
      const answer = (await call('account.change-address', input)) as { email: string }
      // The loaded account still has the old address.
      machineOf(app, 'project')?.send({ type: 'REFRESH' })
      return answer
    },
  })
  const wayOn = isSignedIn ? (
    <Go to="profile" className={buttonClass({ kind: 'primary', wide: true })}>
      Go to your profile
    </Go>
  ) : (
    <Act command="session.start" args={{ hint: email }} kind="primary" wide label="Sign in" />
  )
  if (form.answer)
    return (
      <Front title="The address is changed" lead={`Your account has the address ${form.answer.email} now.`}>
        {wayOn}
      </Front>
    )
  const status = form.failure?.status ?? 0
  if (status === 409)
    return (
      <Front title="This address is taken">
        <Notice kind="fail" urgent title={form.failure?.message} />
        {wayOn}
      </Front>
    )
  if ([400, 404, 410, 422].includes(status))
    return (
      <Front
        title="This link no longer works"
        lead="A link works once, within 24 hours, and only until you ask for another one. Ask for a new one in your profile."
      >
        {wayOn}
      </Front>
    )
  return (
    <Front title="Use this address?" lead={`Your account gets the address ${email}. You sign in with it from now on.`}>
      <form className={classes.form} onSubmit={form.submit} noValidate aria-label="Use this address">
        <FrontFailure failure={form.failure} />
        <FrontSubmit form={form} command="account.change-address" label="Use this address" />
      </form>
    </Front>
  )
}
export default ChangeAddressScreen

/** A link that was typed off wrongly is no reason to fail. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
