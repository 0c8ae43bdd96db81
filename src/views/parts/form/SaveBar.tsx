import { Act } from '../act/Act.tsx'
import type { ActSpec } from '../act/acts.ts'
import classes from './SaveBar.module.css'

type SaveBarProps = {
  /** Number of unsaved changes; 0 for a new record that nobody has changed yet. */
  count: number
  /** Stands instead of the number where it is 0. */
  nothing?: string | undefined
  /** "to address, headers and body" */
  places?: string | undefined
  /** Null where there is nothing to discard. */
  discarding: ActSpec | null
  saving: ActSpec
  /** "Save" unless given. */
  label?: string | undefined
  pending?: boolean | undefined
}

/** At the foot of a form: the number of unsaved changes, Discard and Save. */
export const SaveBar = ({ count, nothing, places, discarding, saving, label, pending }: SaveBarProps) => (
  <section className={classes.bar} aria-label="Unsaved changes" data-bar="">
    <p className="trunc">
      {count > 0 && <span className={classes.dot} />}
      <b>{count === 0 ? nothing : count === 1 ? '1 unsaved change' : `${count} unsaved changes`}</b>{' '}
      {places && count > 0 && <span className="muted hide-s">{places}</span>}
    </p>
    {discarding && <Act {...discarding} kind="ghost" label="Discard" />}
    <Act {...saving} kind="primary" label={label} pending={pending} />
  </section>
)
