import classes from './ProgressBar.module.css'

type Share = {
  label: string
  value: number
  /** What would be all of it. */
  most?: number
}

const percentOf = ({ value, most = 1 }: { value: number; most?: number | undefined }): number =>
  most > 0 ? Math.max(0, Math.min(100, (value / most) * 100)) : 0

/** How far something is; `value` null where nobody knows. */
export const ProgressBar = ({ label, value, most }: Omit<Share, 'value'> & { value: number | null }) => {
  const percent = value === null ? null : percentOf({ value, most })
  return (
    <div
      className={classes.track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent === null ? undefined : Math.round(percent)}
    >
      <span
        className={percent === null ? classes.unknown : classes.bar}
        style={percent === null ? undefined : { inlineSize: `${percent}%` }}
      />
    </div>
  )
}

/** How much of something is used: quiet, for it is no progress. */
export const Meter = ({ label, value, most }: Share) => {
  const percent = percentOf({ value, most })
  return (
    // biome-ignore lint/a11y/useSemanticElements: the browsers' own meter takes no colours of ours
    <div
      className={classes.track}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
    >
      <span className={classes.meter} style={{ inlineSize: `${percent}%` }} />
    </div>
  )
}
