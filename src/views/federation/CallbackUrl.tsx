import { callbackPath } from '../../domain/federation/callback-path.ts'
import classes from '../kit/settings/settings.module.css'
import { Act } from '../parts/act/Act.tsx'

/** The address to register at the provider, to copy. It follows from the issuer, so there is none before that is entered. */
export const CallbackUrl = (provider: { readonly issuer: string; readonly own_callback: boolean }) => {
  if (!URL.canParse(provider.issuer.trim()))
    return <p className={classes.note}>Enter the issuer to see the callback URL to register at the provider.</p>
  const address = `${location.origin}${callbackPath({ ...provider, issuer: provider.issuer.trim() })}`
  return (
    <div>
      <p className={classes.note}>Register this callback URL at the provider</p>
      <span className={classes.copied}>
        <code>{address}</code>
        <Act
          command="text.copy"
          args={{ text: address, what: 'Callback URL' }}
          kind="ghost"
          size="small"
          icon="copy"
          iconOnly
          label="Copy the callback URL"
        />
      </span>
    </div>
  )
}
