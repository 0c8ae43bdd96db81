import type { ReactNode } from 'react'
import { Badge } from '../parts/text/Badge.tsx'
import { Time } from '../parts/text/Time.tsx'
import { AlertPath } from './AlertPath.tsx'
import classes from './alerts.module.css'
import { type Decision, decisionText, deliveryText, outcomeOfDecision } from './decision-words.ts'
import { spanOf } from './moment.ts'
import { ResultLink } from './TargetLink.tsx'

/** How often and when the decisions of a group stayed quiet, with a link to each result. */
const Repeats = ({ decisions }: { decisions: readonly Decision[] }) => {
  const times = decisions.map(({ time }) => Date.parse(time))
  return (
    <details className={classes.more}>
      <summary>{`Stayed quiet ${decisions.length} times, ${spanOf(Math.min(...times), Math.max(...times))}`}</summary>
      <ul className={classes.repeats}>
        {decisions.map(({ result_id, call_kind, time }) => (
          <li key={`${result_id} ${time}`}>
            {result_id === null ? (
              <Time at={time} />
            ) : (
              <ResultLink kind={call_kind} resultId={result_id}>
                <Time at={time} />
              </ResultLink>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

type DecisionItemProps = {
  decision: Decision
  /** Shown below the decision: what it is about. */
  about?: ReactNode
  /** All decisions of the group, if it has several; `decision` is the newest. */
  group?: readonly Decision[]
}

/** One decision or a group of equal ones: the outcome, the reason, and the path through the alert's chart. */
export const DecisionItem = ({ decision, about, group = [] }: DecisionItemProps) => {
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
        {group.length > 1 && <Repeats decisions={group} />}
        <details className={classes.more}>
          <summary>Show the path</summary>
          <AlertPath decision={decision} />
        </details>
      </div>
    </li>
  )
}
