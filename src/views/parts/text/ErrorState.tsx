import type { ReactNode } from 'react'
import { FailShape } from './FailShape.tsx'
import classes from './State.module.css'

type ErrorStateProps = {
  /** What happened and what to do about it. */
  sentence?: string
  /** A whole page (with its h1) or a part of one. */
  page?: boolean
  /** Actions, "Try again" first. */
  actions?: ReactNode
  /** Details for support, as names and values. */
  details?: Readonly<Record<string, string | number | null | undefined>>
}

/** Message of a page that failed to load, worded by the specification. */
const LOADING_PROBLEM = 'There was a problem loading this page. Please try reloading it.'

const detailLines = (details: NonNullable<ErrorStateProps['details']>): string => {
  const known = Object.entries(details).filter(([, value]) => value !== null && value !== undefined && value !== '')
  const longest = Math.max(0, ...known.map(([name]) => name.length))
  return known.map(([name, value]) => `${name.padEnd(longest)}  ${value}`).join('\n')
}

/** Error state: a sentence, what to do, and collapsed details. */
export const ErrorState = ({ sentence = LOADING_PROBLEM, page, actions, details }: ErrorStateProps) => {
  const Heading = page ? 'h1' : 'h2'
  return (
    <div className={page ? `${classes.state} ${classes.centre}` : classes.state} role="alert">
      <FailShape className={classes.mark} />
      <Heading>{sentence}</Heading>
      {actions && <div className={classes.actions}>{actions}</div>}
      {details && (
        <details>
          <summary>Details for support</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls is scrolled with keys too */}
          <pre className={classes.details} tabIndex={0}>
            {detailLines(details)}
          </pre>
        </details>
      )}
    </div>
  )
}
