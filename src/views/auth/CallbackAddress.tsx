import { authCallbackPath } from '../../domain/auth/callback-path.ts'
import { Act } from '../parts/act/Act.tsx'
import classes from './auth.module.css'

type CallbackAddressProps = { readonly settings: Parameters<typeof authCallbackPath>[0] }

/** The callback address that is registered at the provider, to copy. It follows from the URL that exchanges the answer for a token. */
export const CallbackAddress = ({ settings }: CallbackAddressProps) => {
  const path = authCallbackPath(settings)
  if (path === null)
    return (
      <p className="small">
        Enter the {settings.auth_type === 'OAUTH1' ? 'access token URL' : 'token URL'} to see the callback address to
        register at the provider.
      </p>
    )
  const address = `${location.origin}${path}`
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
