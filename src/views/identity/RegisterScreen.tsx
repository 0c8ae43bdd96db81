import { useApp } from '../core/app-context.ts'
import { useTitle } from '../core/use-current-route.ts'
import classes from '../kit/front/Front.module.css'
import { Front } from '../kit/front/Front.tsx'
import { Act } from '../parts/act/Act.tsx'
import { RegistrationForm } from './RegistrationForm.tsx'

/** Registration, or whom to ask where registration is closed. */
const RegisterScreen = () => {
  const { registration, identity } = useApp().configuration
  useTitle()
  if (identity.kind === 'auth0')
    return (
      <Front title="Create an account" lead="Accounts come from your organization’s sign-in page.">
        <Act command="session.start" kind="primary" wide icon="lock" label="Continue with single sign-on" />
      </Front>
    )
  return registration === 'open' ? <RegistrationForm /> : <RegistrationClosed invited={registration === 'invited'} />
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
