import type { ReactNode } from 'react'
import { Badge } from '../parts/text/Badge.tsx'
import { Time } from '../parts/text/Time.tsx'
import { AlertPath } from './AlertPath.tsx'
import classes from './alerts.module.css'
import { type Decision, decisionText, deliveryText, outcomeOfDecision } from './decision-words.ts'

/** One decision: what became of it, why, and the way that it took. `about` stands below: what it was about. */
export const DecisionItem = ({ decision, about }: { decision: Decision; about?: ReactNode }) => {
  const { category, word } = outcomeOfDecision(decision)
  const trouble = deliveryText(decision)
  return (
    <li className={classes.item}>
      <span className={classes.became}>
        <Badge category={category} word={word} look="plain" />
      </span>
      <div className={classes.words}>
        <p>{decisionText(decision)}</p>
        {trouble && <p className={classes.trouble}>{trouble}</p>}
        <div className={classes.about}>
          {about}
          <Time at={decision.time} />
        </div>
        <details className={classes.more}>
          <summary>Show the path</summary>
          <AlertPath decision={decision} />
        </details>
      </div>
    </li>
  )
}
