import classes from './ProgressBar.module.css'

type ProgressBarProps = {
  label: string
  /** How much of `most` is done; null where nobody knows. */
  value: number | null
  most?: number
  /** A quiet meter of a use that is no progress. */
  meter?: boolean
}

/** How far something is, or how much of something is used. */
export const ProgressBar = ({ label, value, most = 1, meter }: ProgressBarProps) => {
  const share = value === null ? null : Math.max(0, Math.min(1, most > 0 ? value / most : 0))
  return (
    <span
      className={classes.track}
      role={meter ? 'meter' : 'progressbar'}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === null ? undefined : Math.round(share * 100)}
    >
      <span
        className={share === null ? classes.unknown : meter ? classes.meter : classes.bar}
        style={share === null ? undefined : { inlineSize: `${share * 100}%` }}
      />
    </span>
  )
}
