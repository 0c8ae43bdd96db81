import type { ReactNode } from 'react'
import { classNames } from '../text/class-names.ts'
import { Icon } from '../text/Icon.tsx'
import classes from './Fold.module.css'

type FoldButtonProps = {
  readonly id: string
  /** Id of the part that it folds. */
  readonly controls: string
  readonly open: boolean
  readonly onOpen: (open: boolean) => void
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Folds a part of a form to its summary and unfolds it. */
export const FoldButton = ({ id, controls, open, onOpen, className, children }: FoldButtonProps) => (
  <button
    type="button"
    id={id}
    className={classNames(classes.fold, className)}
    aria-expanded={open}
    aria-controls={open ? controls : undefined}
    onClick={() => onOpen(!open)}
  >
    <span className={classes.mark}>
      <Icon name={open ? 'chevron-down' : 'chevron-right'} />
    </span>
    <span className={classes.words}>{children}</span>
  </button>
)
