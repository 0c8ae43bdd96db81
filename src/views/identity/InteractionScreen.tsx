import type { FieldProblem } from '../../../machines/resource/failure.ts'
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
import { Go } from '../parts/act/Go.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { ProviderButtons, type Providers } from './ProviderButtons.tsx'
import { RegisterLink } from './RegisterLink.tsx'
import { SignInExpired } from './SignInExpired.tsx'

type Credentials = { readonly email: string; readonly password: string }

/** Sign-in form of the embedded identity provider. */
const InteractionScreen = () => {
  const { uid = '' } = useCurrentRoute().params
  const details = useResource('session.read', { params: { uid } })
  const isSlow = useSlow(details.status === 'pending')
  useTitle()
  if (details.error && (details.error.status === 404 || details.error.status === 410)) return <SignInExpired />
  // Other failures show when the form is submitted; until then the fields can be filled in.
  if (details.status === 'success' || details.status === 'failed')
    return (
      <CredentialsForm
        uid={uid}
        hint={details.data?.login_hint ?? ''}
        client={details.data?.client}
        providers={details.data?.providers ?? []}
      />
    )
  return isSlow ? <Loading label="Sign in" /> : null
}
export default InteractionScreen

const CredentialsForm = ({
  uid,
  hint,
  client,
  providers,
}: {
  uid: string
  hint: string
  providers: Providers
  client?: { id: string; name: string } | undefined
}) => {
  const { call, leave, configuration } = useApp()
  const form = useFrontForm<Credentials, unknown>({
    base: { email: hint, password: '' },
    problemsOf: missing,
    async send(body) {
      // The response type follows from the endpoint name.
      const { redirect_to } = (await call('session.sign-in', { params: { uid }, body })) as {
        redirect_to: string | null
      }
      leave(redirect_to ?? `/interaction/${uid}`)
      // The browser is leaving the page; the button stays pending until then.
      return new Promise<never>(() => {})
    },
  })
  if (form.failure?.status === 404 || form.failure?.status === 410) return <SignInExpired />
  const forDevice = client !== undefined && client.id !== configuration.identity.client_id
  return (
    <Front title="Sign in" lead={forDevice ? `${client.name} asks you to sign in.` : undefined}>
      <form className={classes.form} onSubmit={form.submit} noValidate aria-label="Sign in">
        <FrontFailure failure={form.failure} />
        <FrontField
          form={form}
          field="email"
          label="Email"
          type="email"
          autoComplete="username"
          autoFocus={hint === ''}
        />
        <FrontField
          form={form}
          field="password"
          label="Password"
          type="password"
          autoComplete="current-password"
          autoFocus={hint !== ''}
        />
        <FrontSubmit form={form} command="session.sign-in" label="Sign in" />
      </form>
      <ProviderButtons uid={uid} providers={providers} />
      <p className={classes.beside}>
        <Go to="forgotten-password" kind="text">
          Forgotten password
        </Go>
      </p>
      <RegisterLink />
    </Front>
  )
}

const missing = ({ email, password }: Credentials): readonly FieldProblem[] => [
  ...(email.trim() === '' ? [{ field: 'email', message: 'Type the email address of your account.' }] : []),
  ...(password === '' ? [{ field: 'password', message: 'Type your password.' }] : []),
]
