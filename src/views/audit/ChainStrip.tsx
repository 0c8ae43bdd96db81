import { classNames } from '../parts/text/class-names.ts'
import classes from './audits.module.css'

const LINKS = 12
const STEP = 26
const BROKEN_AT = 8

/** A chain, whole or broken: drawn, not read. */
export const ChainStrip = ({ intact }: { intact: boolean }) => (
  <svg
    className={classNames(classes.chain, !intact && classes.broken)}
    viewBox={`0 0 ${LINKS * STEP + 12} 24`}
    width={LINKS * STEP + 12}
    height="24"
    aria-hidden="true"
  >
    {Array.from({ length: LINKS }, (_, index) => {
      const isBreak = !intact && index === BROKEN_AT
      return isBreak ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: links have no identity but their place
        <path key={index} className={classes.break} d={`M${index * STEP + 12} 6l12 12M${index * STEP + 24} 6l-12 12`} />
      ) : (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: links have no identity but their place
          key={index}
          className={!intact && index > BROKEN_AT ? classes.after : undefined}
          x={index * STEP + 2}
          y="6"
          width="34"
          height="12"
          rx="6"
        />
      )
    })}
  </svg>
)
