import type { FieldProblem } from '../../../machines/resource/failure.ts'
import { isEmailAddress } from '../../domain/core/email-address.ts'
import { useApp } from '../core/app-context.ts'
import { useTitle } from '../core/use-current-route.ts'
import classes from '../kit/front/Front.module.css'
import { Front } from '../kit/front/Front.tsx'
import { FrontFailure } from '../kit/front/FrontFailure.tsx'
import { FrontField } from '../kit/front/FrontField.tsx'
import { FrontSubmit } from '../kit/front/FrontSubmit.tsx'
import { useFrontForm } from '../kit/front/use-front-form.ts'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'

/** Requests a password reset mail. */
const ForgottenPasswordScreen = () => {
  const { call, configuration } = useApp()
  useTitle()
  const form = useFrontForm<{ readonly email: string }, { email: string }>({
    base: { email: '' },
    problemsOf,
    async send({ email }) {
      await call('account.ask-reset', { body: { email: email.trim() } })
      return { email: email.trim() }
    },
  })
  if (configuration.identity.kind === 'auth0')
    return (
      <Front title="Reset the password" lead="Your organization’s sign-in page manages passwords: reset yours there.">
        <Act command="session.start" kind="primary" wide icon="lock" label="Continue with single sign-on" />
      </Front>
    )
  if (form.answer)
    return (
      <Front
        title={configuration.mail ? 'Check your mail' : 'Ask your administrator'}
        lead={`If ${form.answer.email} has an account here, a link was ${configuration.mail ? 'sent' : 'made'}. It works once, for one hour.`}
      >
        {!configuration.mail && <NoMail />}
        <Act command="session.start" args={{ hint: form.answer.email }} kind="secondary" wide label="Back to sign in" />
      </Front>
    )
  return (
    <Front title="Reset the password" lead="We send you a link to choose a new one.">
      <form className={classes.form} onSubmit={form.submit} noValidate aria-label="Reset the password">
        <FrontFailure failure={form.failure} />
        <FrontField form={form} field="email" label="Email" type="email" autoComplete="username" autoFocus />
        <FrontSubmit form={form} command="account.ask-reset" label="Send the link" />
      </form>
      {!configuration.mail && <NoMail />}
      <p className={classes.beside}>
        <Go to="sign-in" kind="text">
          Back to sign in
        </Go>
      </p>
    </Front>
  )
}
export default ForgottenPasswordScreen

const NoMail = () => (
  <p className={classes.beside}>
    This installation sends no mail: its administrator finds the link in the outbox and passes it on to you.
  </p>
)

const problemsOf = ({ email }: { readonly email: string }): readonly FieldProblem[] =>
  isEmailAddress(email.trim()) ? [] : [{ field: 'email', message: 'Type the email address of your account.' }]
