import { categoryWords } from '../parts/text/category.ts'
import { classNames } from '../parts/text/class-names.ts'
import { StatusShape } from '../parts/text/StatusShape.tsx'
import classes from './CategoryChips.module.css'
import { ALERT_STATUSES } from './webhook-type.ts'

/** On what an alert is sent: all in one order, so that columns of them compare; those left out have no shape. */
export const CategoryChips = ({ chosen }: { chosen: readonly string[] }) => (
  <span className={classes.chips}>
    {ALERT_STATUSES.map((category) => {
      const on = chosen.includes(category)
      return (
        <span key={category} className={classNames(classes.chip, on && classes.on)} data-category={category}>
          {on ? <StatusShape category={category} /> : <span className={classes.hole} />}
          <span className={classes.word}>
            {!on && <span className="sr">not on </span>}
            {categoryWords[category]}
          </span>
        </span>
      )
    })}
  </span>
)
