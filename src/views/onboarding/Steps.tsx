import { placeOfStep, type WizardContext } from '../../../machines/onboarding/wizard-context.ts'
import { WIZARD_STEPS, type WizardStep } from '../../domain/onboarding/wizard-rules.ts'
import { Act } from '../parts/act/Act.tsx'
import { classNames } from '../parts/text/class-names.ts'
import { Icon } from '../parts/text/Icon.tsx'
import classes from './wizard.module.css'

export const stepTitles: Readonly<Record<WizardStep, string>> = {
  info: 'My info',
  project: 'Project details',
  monitor: 'Monitor your own API',
  samples: 'Install sample API calls',
  summary: 'Summary',
}

/** Progress through the steps; reached steps are links. */
export const Steps = ({ context, busy }: { context: WizardContext; busy: boolean }) => (
  <nav aria-label="Steps" className={classes.rail}>
    <ol className={classes.steps}>
      {WIZARD_STEPS.map((step, index) => {
        const isDone = context.done.includes(step)
        const isNow = step === context.step
        const isReached = placeOfStep(step) <= placeOfStep(context.furthest)
        const words = (
          <>
            <span className={classes.circle} aria-hidden="true">
              {isDone && !isNow ? <Icon name="check" /> : index + 1}
            </span>
            <span className={classes.title}>
              {stepTitles[step]}
              {isDone && <span className="sr"> (done)</span>}
            </span>
          </>
        )
        return (
          <li
            key={step}
            className={classNames(isDone && !isNow && classes.done)}
            aria-current={isNow ? 'step' : undefined}
          >
            {isReached && !isNow && !busy ? (
              <Act command="wizard.go" args={{ step }} kind="plain" className={classes.jump}>
                {words}
              </Act>
            ) : (
              <span className={classes.jump}>{words}</span>
            )}
          </li>
        )
      })}
    </ol>
  </nav>
)
