import { Act } from '../act/Act.tsx'
import type { ActSpec } from '../act/acts.ts'
import { LinkTo } from '../act/Go.tsx'
import type { LinkTarget } from '../act/links.ts'
import { type Category, categoryWords } from '../text/category.ts'
import { Icon } from '../text/Icon.tsx'
import { StatusShape } from '../text/StatusShape.tsx'
import classes from './Toasts.module.css'

export type Toast = {
  readonly id: string | number
  readonly text: string
  readonly undo?: ActSpec | undefined
  /** Its action is the one that the key undoes next; only then the key is shown. */
  readonly isNext?: boolean
  /** Result category of the message; absent for a completed action. */
  readonly category?: Category | undefined
  readonly link?: (LinkTarget & { readonly label: string }) | undefined
}

type ToastsProps = {
  toasts: readonly Toast[]
  /** Toasts stay while hovered or focused. */
  onHold: () => void
  onRelease: () => void
}

/** Toasts at the bottom right. The live region exists before the first one, so that screen readers announce it. */
export const Toasts = ({ toasts, onHold, onRelease }: ToastsProps) => (
  <div
    className={classes.toasts}
    role="status"
    aria-live="polite"
    onPointerEnter={onHold}
    onPointerLeave={onRelease}
    onFocus={onHold}
    onBlur={onRelease}
  >
    {toasts.map(({ id, text, undo, isNext = false, category, link }) => (
      <div key={id} className={classes.toast}>
        {category ? (
          <StatusShape category={category} label={categoryWords[category]} />
        ) : (
          <Icon name="check" className="good" />
        )}
        <span>{text}</span>
        <span className={classes.actions}>
          {link && (
            <LinkTo to={link.to} params={link.params} search={link.search} kind="ghost" size="small" current="never">
              {link.label}
            </LinkTo>
          )}
          {undo && <Act command={undo.command} args={undo.args} kind="ghost" size="small" hint={isNext} />}
          <Act command="toast.dismiss" args={{ id }} kind="ghost" size="small" icon="close" iconOnly label="Dismiss" />
        </span>
      </div>
    ))}
  </div>
)
