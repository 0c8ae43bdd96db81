import { useEffect, useRef } from 'react'
import { useMachine } from '../core/machines-of.ts'
import { Front } from '../kit/front/Front.tsx'
import { Act } from '../parts/act/Act.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import classes from './SetUpDone.module.css'

/** Asks before the page is left or reloaded; not on the way to sign-in, which is how it is meant to be left. */
const useAskBeforeLeaving = (): void => {
  const isLeaving = useMachine('sign-in', (snapshot) => snapshot?.matches('leaving') ?? false)
  useEffect(() => {
    if (isLeaving) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isLeaving])
}

/** After set-up: the API key, shown only once, and the link to sign in. */
export const SetUpDone = ({ email, apiKey }: { email: string; apiKey: string }) => {
  // The front pages have no toast area.
  const said = useMachine('toasts', (snapshot) => snapshot?.context.toasts.at(-1)?.text ?? '')
  const key = useRef<HTMLElement>(null)
  useAskBeforeLeaving()
  // The form that had the focus is gone: what comes next by Tab is the key's button.
  useEffect(() => key.current?.focus({ preventScroll: true }), [])
  return (
    <Front title="Sonde is set up" lead={`Sign in as ${email}. First keep the API key, if you want one.`}>
      <section ref={key} tabIndex={-1} aria-label="API key" className={classes.key}>
        <div className={classes.head}>
          <h2>API key</h2>
          <span role="status">{said}</span>
          <Act command="text.copy" args={{ text: apiKey, what: 'API key' }} size="small" icon="copy" label="Copy" />
        </div>
        <code>{apiKey}</code>
      </section>
      <Notice kind="warning" title="It is shown only once">
        Scripts and other tools use it with owner access to the first project. You can create more keys later.
      </Notice>
      <Act command="session.start" args={{ hint: email }} kind="primary" wide label="Continue" />
    </Front>
  )
}
