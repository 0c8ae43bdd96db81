import type { FieldProblem } from '../../../machines/resource/failure.ts'
import { useApp } from '../app/app-context.ts'
import { usePlace, useTitle } from '../app/use-place.ts'
import { useResource } from '../app/use-resource.ts'
import { useSlow } from '../app/use-slow.ts'
import { Go } from '../parts/Go.tsx'
import { Loading } from '../parts/Loading.tsx'
import classes from './Front.module.css'
import { Front } from './Front.tsx'
import { FrontFailure } from './FrontFailure.tsx'
import { FrontField } from './FrontField.tsx'
import { FrontSubmit } from './FrontSubmit.tsx'
import { NewHere } from './NewHere.tsx'
import { SignInOver } from './SignInOver.tsx'
import { useFrontForm } from './use-front-form.ts'

type Credentials = { readonly email: string; readonly password: string }

/** The page on which the embedded provider asks who is there. */
const InteractionScreen = () => {
  const { uid = '' } = usePlace().params
  const details = useResource('session.read', { params: { uid } })
  const isSlow = useSlow(details.status === 'pending')
  useTitle()
  if (details.error && (details.error.status === 404 || details.error.status === 410)) return <SignInOver />
  // Whatever else went wrong will be said when the form is sent; a person can type meanwhile.
  if (details.status === 'success' || details.status === 'failed')
    return <CredentialsForm uid={uid} hint={details.data?.login_hint ?? ''} client={details.data?.client} />
  return isSlow ? <Loading label="Sign in" /> : null
}
export default InteractionScreen

const CredentialsForm = ({
  uid,
  hint,
  client,
}: {
  uid: string
  hint: string
  client?: { id: string; name: string } | undefined
}) => {
  const { call, leave, configuration } = useApp()
  const form = useFrontForm<Credentials, unknown>({
    base: { email: hint, password: '' },
    problemsOf: missing,
    async send(body) {
      // The answer of the endpoint that was named.
      const { redirect_to } = (await call('session.sign-in', { params: { uid }, body })) as { redirect_to: string }
      leave(redirect_to)
      // The page is going away; the button stays as it is until it has.
      return new Promise<never>(() => {})
    },
  })
  if (form.failure?.status === 404 || form.failure?.status === 410) return <SignInOver />
  const forDevice = client !== undefined && client.id !== configuration.identity.client_id
  return (
    <Front title="Sign in" lead={forDevice ? `${client.name} asks you to sign in.` : undefined}>
      <form className={classes.form} onSubmit={form.submit} noValidate aria-label="Sign in">
        <FrontFailure failure={form.failure} />
        <FrontField
          form={form}
          field="email"
          label="E-mail"
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
      <p className={classes.beside}>
        <Go to="forgotten-password" kind="text">
          Forgotten password
        </Go>
      </p>
      <NewHere />
    </Front>
  )
}

const missing = ({ email, password }: Credentials): readonly FieldProblem[] => [
  ...(email.trim() === '' ? [{ field: 'email', message: 'Type the e-mail address of your account.' }] : []),
  ...(password === '' ? [{ field: 'password', message: 'Type your password.' }] : []),
]
