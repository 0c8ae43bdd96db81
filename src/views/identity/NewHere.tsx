import { useApp } from '../app/app-context.ts'
import { Go } from '../parts/Go.tsx'
import classes from './Front.module.css'

/** The way to an account, where this installation lets people make one here. */
export const NewHere = () => {
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
