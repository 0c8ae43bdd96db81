import type { ReactNode } from 'react'
import type { Status } from './category.ts'
import { classNames } from './class-names.ts'
import classes from './StatusShape.module.css'

type ShapeFrameProps = { category: Status; label?: string; className?: string | undefined; children: ReactNode }

/** Frame that the shapes of all categories share. */
export const ShapeFrame = ({ category, label, className, children }: ShapeFrameProps) => (
  <svg
    className={classNames(classes.shape, className)}
    viewBox="0 0 16 16"
    data-category={category}
    role={label === undefined ? undefined : 'img'}
    aria-label={label}
    aria-hidden={label === undefined}
  >
    {children}
  </svg>
)

/** The cross of FAIL. */
export const failDrawing = (
  <>
    <rect className={classes.solid} x="1" y="1" width="14" height="14" rx="2.5" />
    <path className={classes.glyph} d="M5.2 5.2l5.6 5.6M10.8 5.2l-5.6 5.6" />
  </>
)

/** The shape of FAIL alone: pages that do not load show it, and need no other. */
export const FailShape = ({ className }: { className?: string | undefined }) => (
  <ShapeFrame category="FAIL" className={className}>
    {failDrawing}
  </ShapeFrame>
)
