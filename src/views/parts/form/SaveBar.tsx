import { Act } from '../act/Act.tsx'
import type { ActSpec } from '../act/acts.ts'
import classes from './SaveBar.module.css'

type SaveBarProps = {
  /** Number of unsaved changes. */
  count: number
  /** "to address, headers and body" */
  places?: string | undefined
  discarding: ActSpec
  saving: ActSpec
  /** "Save" unless given. */
  label?: string | undefined
  pending?: boolean | undefined
}

/** At the foot of a changed form: the number of unsaved changes, Discard and Save. */
export const SaveBar = ({ count, places, discarding, saving, label, pending }: SaveBarProps) => (
  <section className={classes.bar} aria-label="Unsaved changes" data-bar="">
    <p className="trunc">
      <span className={classes.dot} />
      <b>{count === 1 ? '1 unsaved change' : `${count} unsaved changes`}</b>{' '}
      {places && <span className="muted hide-s">{places}</span>}
    </p>
    <Act {...discarding} kind="ghost" label="Discard" />
    <Act {...saving} kind="primary" label={label} pending={pending} />
  </section>
)
