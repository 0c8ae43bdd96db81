import classes from '../kit/settings/settings.module.css'
import { Act } from '../parts/act/Act.tsx'

/** The address to register at the provider, to copy. */
export const CallbackUrl = () => {
  const address = `${location.origin}/federated/callback`
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
