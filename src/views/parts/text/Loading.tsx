import { Spinner } from './Spinner.tsx'
import classes from './State.module.css'

/** Loading indicator for a first load of more than 2 s; the caller decides when. `label` names the page meanwhile. */
export const Loading = ({ label, page = true }: { label?: string; page?: boolean }) => (
  <div className={page ? `${classes.state} ${classes.centre}` : classes.state} role="status" aria-live="polite">
    {label && <h1 className="sr">{label}</h1>}
    <Spinner />
    <p className={classes.loading}>Loading...</p>
  </div>
)

/** Placeholder of fixed size: `lines` of text, or `height` in px. */
export const Skeleton = ({ lines = 3, height }: { lines?: number; height?: number }) => (
  <span className={classes.skeleton} aria-hidden="true" style={{ blockSize: height }}>
    {height === undefined &&
      Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by their position
        <span key={line} />
      ))}
  </span>
)
