import classes from './ProgressBar.module.css'

type Share = {
  label: string
  value: number
  /** Value at 100 %. */
  most?: number
}

const percentOf = ({ value, most = 1 }: { value: number; most?: number | undefined }): number =>
  most > 0 ? Math.max(0, Math.min(100, (value / most) * 100)) : 0

/** Progress bar; `value` null for unknown progress. */
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

/** Meter of used quota, styled more quietly than progress. */
export const Meter = ({ label, value, most }: Share) => {
  const percent = percentOf({ value, most })
  return (
    // biome-ignore lint/a11y/useSemanticElements: the native meter cannot be styled
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
