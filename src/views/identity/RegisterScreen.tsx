import type { FieldProblem } from '../../../machines/resource/failure.ts'
import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { isEmailAddress } from '../../domain/core/email-address.ts'
import { passwordProblems } from '../../domain/identity/password-rules.ts'
import { useApp } from '../core/app-context.ts'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import classes from '../kit/front/Front.module.css'
import { Front } from '../kit/front/Front.tsx'
import { FrontFailure } from '../kit/front/FrontFailure.tsx'
import { FrontField } from '../kit/front/FrontField.tsx'
import { FrontSubmit } from '../kit/front/FrontSubmit.tsx'
import { useFrontForm } from '../kit/front/use-front-form.ts'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { PasswordStrength } from './PasswordStrength.tsx'
import type { InvitationLink } from './RefuseInvitation.tsx'

type Registration = { readonly name: string; readonly email: string; readonly password: string }

/** Registration, or whom to ask where registration is closed. */
const RegisterScreen = () => {
  const { registration, identity } = useApp().configuration
  const { invitation: id, secret } = useCurrentRoute().search
  useTitle()
  if (identity.kind === 'auth0')
    return (
      <Front title="Create an account" lead="Accounts come from your organization’s sign-in page.">
        <Act command="session.start" kind="primary" wide icon="lock" label="Continue with single sign-on" />
      </Front>
    )
  if (registration === 'closed') return <RegistrationClosed invited={false} />
  if (id !== undefined && secret !== undefined) return <InvitedForm link={{ id, secret }} />
  return registration === 'open' ? <RegistrationForm /> : <RegistrationClosed invited />
}
export default RegisterScreen

const RegistrationClosed = ({ invited }: { invited: boolean }) => (
  <Front
    title="Registration is closed"
    lead={
      invited
        ? 'An account needs an invitation here: ask an OWNER of a project or an ADMIN of an organization for one.'
        : 'Registration is off. Ask an administrator of this installation for an account.'
    }
  >
    <p className={classes.beside}>
      For administrators: <code>SONDE_REGISTRATION=open</code> lets everybody register; <code>invited</code>
      lets whoever was invited register.
    </p>
    <Act command="session.start" kind="primary" wide label="Sign in" />
  </Front>
)

/** Registration by the link of an invitation, once it is known that the link works. */
const InvitedForm = ({ link }: { link: InvitationLink }) => {
  const { data, error, status } = useResource('invite.read', { params: link })
  const isSlow = useSlow(status === 'pending' && !data)
  if (error)
    return (
      <Front title="This invitation no longer works" lead={error.message}>
        <Act command="session.start" kind="primary" wide hint={false} label="Sign in" />
      </Front>
    )
  if (!data) return isSlow ? <Loading label="Invitation" /> : null
  return <RegistrationForm invited={{ link, invitation: data }} />
}

type Invited = { readonly link: InvitationLink; readonly invitation: AnswerOf<ProductContract['invite.read']> }

const leadOf = ({ invitation: { invited_by, project_name, org_name } }: Invited): string =>
  `${invited_by} invites you to “${project_name ?? org_name}”.`

const RegistrationForm = ({ invited }: { invited?: Invited }) => {
  const { call, configuration } = useApp()
  const form = useFrontForm<Registration, { email: string }>({
    base: { name: invited?.invitation.name ?? '', email: invited?.invitation.email ?? '', password: '' },
    problemsOf,
    async send({ name, email, password }) {
      const named = name.trim() === '' ? {} : { name: name.trim() }
      const invite = invited && { invite: invited.link }
      await call('account.register', { body: { email: email.trim(), password, ...named, ...invite } })
      return { email: email.trim() }
    },
  })
  if (form.answer) return <Registered email={form.answer.email} mailed={configuration.mail} invited={invited} />
  const { email, password } = form.draft
  return (
    <Front
      title="Create an account"
      lead={invited ? leadOf(invited) : 'You get your own project with a first schedule.'}
    >
      <form className={classes.form} onSubmit={form.submit} noValidate aria-label="Create an account">
        <FrontFailure failure={form.failure} />
        <FrontField form={form} field="name" label="Name" autoComplete="name" optional autoFocus />
        <FrontField
          form={form}
          field="email"
          label="Email"
          type="email"
          autoComplete="username"
          hint={invited && !invited.invitation.any_address ? 'The invitation is for this address.' : undefined}
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
          <Go to="invitation" params={{ inviteId: invited.link.id, inviteSecret: invited.link.secret }} kind="text">
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
const Registered = ({ email, mailed, invited }: { email: string; mailed: boolean; invited: Invited | undefined }) => (
  <Front
    title="Almost there"
    lead={
      mailed
        ? `We sent a mail to ${email} with the next step. You can already sign in.`
        : `You can sign in as ${email}. This installation sends no mail: its administrator has the link that confirms your address.`
    }
  >
    {invited && !invited.invitation.accepted_by_registering && (
      <p className={classes.beside}>The invitation waits until the address is confirmed.</p>
    )}
    <Act
      command="session.start"
      args={{ hint: email, ...(invited && { target: targetOf(invited) }) }}
      kind="primary"
      wide
      label="Sign in"
    />
  </Front>
)

/** An invitation that still waits is answered on its page. */
const targetOf = ({ link: { id, secret }, invitation }: Invited): string =>
  invitation.accepted_by_registering ? '/collections' : `/invite/${id}/${secret}/`

const problemsOf = ({ email, password }: Registration): readonly FieldProblem[] => [
  ...(isEmailAddress(email.trim())
    ? []
    : [{ field: 'email', message: 'Type an email address, such as ada@example.com.' }]),
  ...passwordProblems(password, email.trim()),
]
