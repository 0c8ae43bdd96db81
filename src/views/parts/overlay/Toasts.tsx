import { Act } from '../act/Act.tsx'
import type { ActSpec } from '../act/acts.ts'
import { type Category, categoryWords } from '../text/category.ts'
import { Icon } from '../text/Icon.tsx'
import { StatusShape } from '../text/StatusShape.tsx'
import classes from './Toasts.module.css'

export type Toast = {
  readonly id: string | number
  readonly text: string
  readonly undo?: ActSpec | undefined
  /** Result category of the message; absent for a completed action. */
  readonly category?: Category | undefined
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
    {toasts.map(({ id, text, undo, category }) => (
      <div key={id} className={classes.toast}>
        {category ? (
          <StatusShape category={category} label={categoryWords[category]} />
        ) : (
          <Icon name="check" className="good" />
        )}
        <span>{text}</span>
        <span className={classes.actions}>
          {undo && <Act command={undo.command} args={undo.args} kind="ghost" size="small" hint />}
          <Act command="toast.dismiss" args={{ id }} kind="ghost" size="small" icon="close" iconOnly label="Dismiss" />
        </span>
      </div>
    ))}
  </div>
)
