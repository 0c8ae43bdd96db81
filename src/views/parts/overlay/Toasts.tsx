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
  /** The category that the line tells of; absent: something was done. */
  readonly category?: Category | undefined
}

type ToastsProps = {
  toasts: readonly Toast[]
  /** They stay while they are hovered or focused. */
  onHold: () => void
  onRelease: () => void
}

/** What was done, in one line each, bottom right. The place is there before the first, so that it is read out. */
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
