import { Act } from '../parts/act/Act.tsx'
import classes from './auth.module.css'

/** The callback address that is registered at the provider, to copy. */
export const CallbackAddress = () => {
  const address = `${location.origin}/tokens/callback`
  return (
    <div>
      <p className="small">Callback address, to be registered at the provider</p>
      <div className={classes.callback}>
        <code>{address}</code>
        <Act command="auth-setting.copy-callback" args={{ address }} icon="copy" size="small" label="Copy" />
      </div>
    </div>
  )
}
