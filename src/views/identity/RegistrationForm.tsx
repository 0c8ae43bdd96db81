import type { FieldProblem } from '../../../machines/resource/failure.ts'
import { isEmailAddress } from '../../domain/core/email-address.ts'
import { passwordProblems } from '../../domain/identity/password-rules.ts'
import { useApp } from '../core/app-context.ts'
import classes from '../kit/front/Front.module.css'
import { Front } from '../kit/front/Front.tsx'
import { FrontFailure } from '../kit/front/FrontFailure.tsx'
import { FrontField } from '../kit/front/FrontField.tsx'
import { FrontSubmit } from '../kit/front/FrontSubmit.tsx'
import { useFrontForm } from '../kit/front/use-front-form.ts'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { PasswordStrength } from './PasswordStrength.tsx'

type Registration = { readonly name: string; readonly email: string; readonly password: string }

/** An invitation that somebody registers with. `isBound`: only an account with its address may accept it. */
type Invited = {
  readonly id: string
  readonly secret: string
  readonly email: string
  readonly isBound: boolean
  readonly lead: string
}

/** Creates an account; with an invitation, one that may accept it. */
export const RegistrationForm = ({ invited }: { invited?: Invited }) => {
  const { call, configuration } = useApp()
  const form = useFrontForm<Registration, { email: string }>({
    base: { name: '', email: invited?.email ?? '', password: '' },
    problemsOf,
    async send({ name, email, password }) {
      const named = name.trim() === '' ? {} : { name: name.trim() }
      const invite = invited && { invite: { id: invited.id, secret: invited.secret } }
      await call('account.register', { body: { email: email.trim(), password, ...named, ...invite } })
      return { email: email.trim() }
    },
  })
  if (form.answer)
    return <Registered email={form.answer.email} mailed={configuration.mail} isInvited={invited !== undefined} />
  const { email, password } = form.draft
  return (
    <Front title="Create an account" lead={invited ? invited.lead : 'You get your own project with a first schedule.'}>
      <form className={classes.form} onSubmit={form.submit} noValidate aria-label="Create an account">
        <FrontFailure failure={form.failure} />
        <FrontField form={form} field="name" label="Name" autoComplete="name" optional autoFocus />
        <FrontField
          form={form}
          field="email"
          label="Email"
          type="email"
          autoComplete="username"
          hint={invited?.isBound ? 'The invitation is for this address.' : undefined}
        />
        <FrontField
          form={form}
          field="password"
          label="Password"
          type="password"
          autoComplete="new-password"
          hint={<PasswordStrength password={password} email={email} />}
        />
        <FrontSubmit form={form} command="account.register" label="Create account" />
      </form>
      <p className={classes.beside}>
        Already have an account?{' '}
        {invited ? (
          <Go to="invitation" params={{ inviteId: invited.id, inviteSecret: invited.secret }} kind="text">
            Back to the invitation
          </Go>
        ) : (
          <Go to="sign-in" kind="text">
            Sign in
          </Go>
        )}
      </p>
    </Front>
  )
}

/** Same text whether the address was free or taken, so that nobody learns who has an account. */
const Registered = ({ email, mailed, isInvited }: { email: string; mailed: boolean; isInvited: boolean }) => (
  <Front
    title="Almost there"
    lead={
      mailed
        ? `We sent a mail to ${email} with the next step. You can already sign in.`
        : `You can sign in as ${email}. This installation sends no mail: its administrator has the link that confirms your address.`
    }
  >
    {isInvited && (
      <p className={classes.beside}>
        If your invitation is not accepted with the account, it waits under Collections until your address is confirmed.
      </p>
    )}
    <Act command="session.start" args={{ hint: email }} kind="primary" wide label="Sign in" />
  </Front>
)

const problemsOf = ({ email, password }: Registration): readonly FieldProblem[] => [
  ...(isEmailAddress(email.trim())
    ? []
    : [{ field: 'email', message: 'Type an email address, such as ada@example.com.' }]),
  ...passwordProblems(password, email.trim()),
]
