import classes from './Brand.module.css'

/** The product's mark: a plumb line over the ground. */
export const Mark = () => (
  <svg className={classes.mark} viewBox="0 0 20 20" aria-hidden="true">
    <circle cx="10" cy="5.4" r="4" />
    <path d="M10 9.6v4.6" />
    <rect x="8" y="14.2" width="4" height="4" rx=".8" />
    <path className={classes.ground} d="M3 15.2v1.8M17 15.2v1.8" />
  </svg>
)
