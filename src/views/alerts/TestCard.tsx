import { Act } from '../parts/act/Act.tsx'
import { Card } from '../parts/text/Card.tsx'
import classes from './form.module.css'
import { Outcome } from './Outcome.tsx'
import type { TestState } from './use-test.ts'

/** Sends a marked message now, as the form stands, and says what became of it. */
export const TestCard = ({ test, ready }: { test: TestState; ready: boolean }) => (
  <Card title="Test">
    <div className={classes.test}>
      <p className="muted">
        {ready
          ? 'Sends a message marked as a test with the current form. Nothing is saved.'
          : 'Correct the marked fields first.'}
      </p>
      <Act command="webhook.try" icon="play" pending={test.pending} />
      <div role="status">{test.outcome && <Outcome {...test.outcome} />}</div>
    </div>
  </Card>
)
