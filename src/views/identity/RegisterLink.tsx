import { useApp } from '../core/app-context.ts'
import classes from '../kit/front/Front.module.css'
import { Go } from '../parts/act/Go.tsx'

/** Link to registration, where this installation allows it. */
export const RegisterLink = () => {
  const { registration, identity } = useApp().configuration
  if (registration === 'closed' || identity.kind === 'auth0') return null
  return (
    <p className={classes.beside}>
      New here?{' '}
      <Go to="register" kind="text">
        Create an account
      </Go>
    </p>
  )
}
