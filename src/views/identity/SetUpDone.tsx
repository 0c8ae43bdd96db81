import { useMachine } from '../core/machines-of.ts'
import { Front } from '../kit/front/Front.tsx'
import { Act } from '../parts/act/Act.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import classes from './SetUpDone.module.css'

/** After set-up: the API key, shown only once, and the link to sign in. */
export const SetUpDone = ({ email, apiKey }: { email: string; apiKey: string }) => {
  // The front pages have no toast area.
  const said = useMachine('toasts', (snapshot) => snapshot?.context.toasts.at(-1)?.text ?? '')
  return (
    <Front title="Sonde is set up" lead={`Sign in as ${email}. First keep the API key, if you want one.`}>
      <div className={classes.key}>
        <div className={classes.head}>
          <h2>API key</h2>
          <span role="status">{said}</span>
          <Act command="text.copy" args={{ text: apiKey, what: 'API key' }} size="small" icon="copy" label="Copy" />
        </div>
        <code>{apiKey}</code>
      </div>
      <Notice kind="warning" title="It is shown only once">
        Scripts and other tools use it with owner access to the first project. You can create more keys later.
      </Notice>
      <Act command="session.start" args={{ hint: email }} kind="primary" wide label="Continue" />
    </Front>
  )
}
