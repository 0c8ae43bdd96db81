import { SCREEN_OF_GROUP } from '../../commands/conditions/screen-of-group.ts'
import type { Condition } from '../../domain/conditions/operators.ts'
import { sourceRule } from '../../domain/conditions/sources.ts'
import { Go } from '../parts/act/Go.tsx'
import { Switch } from '../parts/form/Checkbox.tsx'
import { Card } from '../parts/text/Card.tsx'
import { ConditionSentence } from './ConditionSentence.tsx'
import classes from './conditions.module.css'

type CommonConditionsProps = {
  /** Conditions of the project that are for the monitor. */
  readonly conditions: readonly Condition[]
  readonly ignored: boolean
  readonly onIgnored: (ignored: boolean) => void
}

/** The conditions of the project that apply to a monitor besides its own, and whether it ignores them. */
export const CommonConditions = ({ conditions, ignored, onIgnored }: CommonConditionsProps) => (
  <Card
    title="For all monitors"
    sub={conditions.length === 0 ? 'none' : `${conditions.length}`}
    actions={
      <Go to={SCREEN_OF_GROUP[sourceRule(conditions[0]?.source ?? 'latency').group]} kind="ghost" size="small">
        {conditions.length === 0 ? 'Set up' : 'Edit'}
      </Go>
    }
  >
    <div className="stack">
      {conditions.length === 0 ? (
        <p className="muted">No condition of the project applies to this monitor.</p>
      ) : (
        <ul className={ignored ? classes.ignored : classes.common}>
          {conditions.map((condition, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: read-only, and replaced as a whole
            <li key={index}>
              <ConditionSentence condition={condition} />
            </li>
          ))}
        </ul>
      )}
      <Switch
        checked={ignored}
        onValue={onIgnored}
        hint={ignored ? 'Only the conditions below are checked.' : 'They are checked before the conditions below.'}
      >
        Ignore the conditions of the project
      </Switch>
    </div>
  </Card>
)
