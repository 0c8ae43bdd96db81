import type { MouseEvent, ReactNode } from 'react'
import { tip } from '../overlay/tip.ts'
import { Spinner } from '../text/Spinner.tsx'
import { type ActFacts, type ActSpec, useActs } from './acts.ts'
import classes from './Button.module.css'
import { type ButtonLooks, buttonClass } from './button-kind.ts'
import { Kbd } from './Kbd.tsx'
import { ariaKeys, keyCaps } from './key-caps.ts'
import { pendingWord } from './pending-word.ts'

export type TextActProps = ActSpec &
  ButtonLooks & {
    /** Replaces the command's own title; the accessible label of icon-only buttons ("Run Tax lookup"). */
    readonly label?: string | undefined
    /** Pending for a reason unknown to the command. */
    readonly pending?: boolean | undefined
    /** Whether the shortcut shows; default: on full-size primary and secondary buttons. */
    readonly hint?: boolean | undefined
    /** Submits the surrounding form with its command. */
    readonly submits?: boolean | undefined
    /** Additional ARIA attributes, such as `aria-haspopup`. */
    readonly aria?: Readonly<Record<`aria-${string}`, string | boolean | undefined>> | undefined
    /** Draws the icon in front of the label. */
    readonly mark?: ((facts: ActFacts) => ReactNode) | undefined
    /** Replaces icon, label and shortcut. */
    readonly children?: ReactNode
  }

/** Button that runs a command, without an icon unless it is given one: for parts that leave the drawings of icons to what comes after it. */
export const TextAct = (props: TextActProps) => {
  const { command, args, mark, label, hint, submits, aria, children, kind = 'secondary', size, iconOnly } = props
  const acts = useActs()
  const facts = acts.facts(command, args)
  const words = label ?? facts.label
  const pending = props.pending ?? facts.pending
  const hinted = hint ?? ((kind === 'primary' || kind === 'secondary') && size === undefined && !iconOnly)
  const keys = facts.key && !iconOnly ? facts.key : null
  const idle = !facts.enabled || pending
  const press = (event: MouseEvent) => {
    if (idle) event.preventDefault()
    else if (!submits) acts.perform(command, args)
  }
  return (
    <button
      type={submits ? 'submit' : 'button'}
      className={buttonClass({ ...props, kind })}
      data-command={command}
      aria-label={iconOnly || label !== undefined ? words : undefined}
      aria-disabled={idle || undefined}
      aria-busy={pending || undefined}
      aria-description={facts.enabled ? undefined : facts.why}
      aria-keyshortcuts={facts.key ? ariaKeys(facts.key) : undefined}
      onClick={press}
      {...tip(facts.enabled ? (iconOnly ? words + keyNote(facts.key) : null) : facts.why)}
      {...aria}
    >
      {children ?? (
        <span className={classes.content}>
          {mark?.(facts)}
          {!iconOnly && words}
          {hinted && keys && <Kbd keys={keys} />}
        </span>
      )}
      {pending && (
        <span className={classes.busy}>
          <Spinner small />
          <span>{facts.pendingLabel ?? pendingWord(words)}</span>
        </span>
      )}
    </button>
  )
}

const keyNote = (key: string | null): string => (key === null ? '' : ` (${keyCaps(key).join(' ')})`)
