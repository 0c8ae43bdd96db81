import { isTrialOfDraft } from '../../../machines/onboarding/wizard-context.ts'
import { Act } from '../parts/act/Act.tsx'
import { Card } from '../parts/text/Card.tsx'
import { TrialOutcome } from '../runs/TrialOutcome.tsx'
import type { StepProps } from './step-props.ts'
import classes from './wizard.module.css'

/** Trial run of the draft, before anything is stored. */
export const TrialCard = ({ context, trying }: StepProps) => {
  const { trial } = context
  return (
    <Card
      title="Test run"
      className={classes.trial}
      actions={
        <Act
          command="wizard.try"
          size="small"
          icon="play"
          pending={trying}
          label={context.tried ? 'Run again' : 'Run test'}
        />
      }
    >
      <TrialOutcome
        trying={trying}
        state={trial?.state ?? 'queued'}
        locationId={context.tried?.locations[0] ?? ''}
        trial={trial}
        isOld={!isTrialOfDraft(context)}
      />
    </Card>
  )
}
