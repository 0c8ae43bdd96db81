import { useEffect, useRef } from 'react'
import {
  shownWizardProblems,
  type WizardContext,
  type WizardInput,
} from '../../../machines/onboarding/wizard-context.ts'
import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import type { Level } from '../../domain/core/access.ts'
import { WIZARD_STEPS, type WizardStep } from '../../domain/onboarding/wizard-rules.ts'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Form } from '../parts/form/Form.tsx'
import { leadToFirstError } from '../parts/form/lead-to-field.ts'
import { Dialog } from '../parts/overlay/Dialog.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { Mark } from '../shell/Brand.tsx'
import { InfoStep } from './InfoStep.tsx'
import { MonitorStep } from './MonitorStep.tsx'
import { ProjectStep } from './ProjectStep.tsx'
import { SamplesStep } from './SamplesStep.tsx'
import { Steps, stepTitles } from './Steps.tsx'
import { SummaryStep } from './SummaryStep.tsx'
import type { StepProps } from './step-props.ts'
import { TrialCard } from './TrialCard.tsx'
import { useWizard, type WizardSnapshot } from './use-wizard.ts'
import classes from './wizard.module.css'

type WizardProps = {
  readonly projectId: string
  readonly places: AnswerOf<ProductContract['agent.list']>
  readonly level: Level
  readonly mayManage: boolean
  readonly input: Omit<WizardInput, 'kept'>
}

/** The five steps of getting started, each a form, shown without the shell. */
export const Wizard = ({ projectId, places, level, mayManage, input }: WizardProps) => {
  const { snapshot, ref } = useWizard(projectId, input)
  const { context } = snapshot
  const { step } = context
  const busy = snapshot.hasTag('busy')
  const problems = shownWizardProblems(context)
  const props: StepProps = {
    context,
    places,
    level,
    mayManage,
    trying: snapshot.hasTag('trying'),
    problemOf: (field) => problems.find((problem) => problem.field === field)?.message,
    change: (path, value) => ref.send({ type: 'CHANGE', path, value }),
  }
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <Go to="home" kind="plain" className={classes.brand} label="Sonde, home of the project" current="never">
          <Mark />
          <span>Sonde</span>
        </Go>
        <Act command="wizard.leave" kind="ghost" size="small" icon="close" />
      </header>
      <Form command="wizard.next" label="Getting started" className={classes.wizard}>
        <Steps context={context} busy={busy} />
        <div className={classes.step}>
          <StepHead key={step} step={step} />
          {context.failure && problems.length === 0 && <Failed snapshot={snapshot} />}
          <StepFields {...props} />
        </div>
        {step === 'monitor' && !context.made.watch && context.mayEdit && <TrialCard {...props} />}
        <footer className={classes.foot}>
          <span className={classes.count}>
            Step {WIZARD_STEPS.indexOf(step) + 1} of {WIZARD_STEPS.length}
          </span>
          {step !== 'summary' && !isThrough(context) && (
            <Act command="wizard.skip" kind="ghost" hint={false}>
              <span>
                Skip<span className="hide-s"> this step</span>
              </span>
            </Act>
          )}
          {step !== 'info' && <Act command="wizard.back" hint={false} />}
          <Act command="wizard.next" kind="primary" submits hint={false} pending={busy} label={nextLabel(context)} />
        </footer>
      </Form>
      {context.asking && <Leaving />}
    </div>
  )
}

/** The step is complete, so there is nothing to skip. */
const isThrough = ({ step, done, made, mayEdit }: WizardContext): boolean =>
  done.includes(step) ||
  (step === 'monitor' && (made.watch !== null || !mayEdit)) ||
  (step === 'samples' && (made.samples !== null || !mayEdit))

const nextLabel = ({ step, made, mayEdit }: WizardContext): string => {
  if (step === 'summary') return 'Open the project'
  if (step === 'monitor' && mayEdit && !made.watch) return 'Create and continue'
  if (step === 'samples' && mayEdit && !made.samples) return 'Install and continue'
  return 'Continue'
}

const leads: Readonly<Record<WizardStep, string>> = {
  info: 'Your colleagues see your name next to your changes. Company and role are stored in this installation only.',
  project: 'A project holds monitors with their schedules, results and alerts.',
  monitor: 'Enter an address that should always respond. You can add headers, authentication and conditions later.',
  samples:
    'Sonde has an API of its own to learn with. It responds on this computer only, and some endpoints fail on purpose.',
  summary: 'Your setup so far. You can change everything later.',
}

/** Heading of a step. It takes focus, so that it is announced, unless a field does. */
const StepHead = ({ step }: { step: WizardStep }) => {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!title.current?.closest('form')?.querySelector('[data-step] :focus')) title.current?.focus()
  }, [])
  return (
    <header className={classes.head}>
      <h1 ref={title} tabIndex={-1}>
        {stepTitles[step]}
      </h1>
      <p>{leads[step]}</p>
    </header>
  )
}

const fields: Readonly<Record<WizardStep, (props: StepProps) => React.ReactNode>> = {
  info: (props) => <InfoStep {...props} />,
  project: (props) => <ProjectStep {...props} />,
  monitor: (props) => <MonitorStep {...props} />,
  samples: (props) => <SamplesStep {...props} />,
  summary: (props) => <SummaryStep {...props} />,
}

/** Fields of the current step. A refused attempt to continue leads to the first one with an error. */
const StepFields = (props: StepProps) => {
  const { step, attempts } = props.context
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (attempts > 0 && box.current) leadToFirstError(box.current)
  }, [attempts])
  return (
    <div ref={box} data-step={step} className={classes.fields}>
      {fields[step](props)}
    </div>
  )
}

const Failed = ({ snapshot }: { snapshot: WizardSnapshot }) => (
  <Notice kind="fail" urgent title="This step was not saved">
    {snapshot.context.failure?.message}
  </Notice>
)

const Leaving = () => (
  <Dialog
    title="Leave set-up?"
    closing={{ command: 'wizard.stay' }}
    holdsInput
    actions={
      <>
        <Act command="wizard.leave-anyway" kind="primary" hint={false} />
        <Act command="wizard.stay" hint={false} />
      </>
    }
  >
    <p>
      This step is not saved yet. This tab keeps what you typed: to continue, open <b>Set up this project</b> on the
      home screen.
    </p>
  </Dialog>
)
