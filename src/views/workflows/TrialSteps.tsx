import type { Trial } from '../../commands/runs/trials.ts'
import { reasonWords } from '../../domain/results/reason-words.ts'
import { RequestCard, ResponseCard } from '../results/HttpCards.tsx'
import { VariablesCard } from '../results/ResultSummary.tsx'
import { failedConditions } from '../results/result-words.ts'
import { AgentLog } from './AgentLog.tsx'
import { StepFold, type StepLine } from './StepDetails.tsx'
import classes from './workflow-result.module.css'
import { capital, isSkipped } from './workflow-result.ts'

type TrialStep = NonNullable<Trial['steps']>[number]

const lineOf = ({ index, name, result_category, result, outcome }: TrialStep): StepLine => ({
  index,
  name,
  category: result_category,
  code: outcome?.http_code ?? null,
  ms: outcome?.timing.total ?? null,
  reason: capital(reasonWords(result, outcome?.http_code ?? null)),
})

const StepOutcome = ({ step }: { step: TrialStep }) => {
  const { outcome } = step
  if (outcome === null)
    return (
      <p className="muted">
        {isSkipped(step)
          ? 'Skipped: the workflow had stopped before this step.'
          : 'The monitor of this step was deleted, so nothing was called.'}
      </p>
    )
  const { request, response, conditions, exception, variables, protocol, messages } = outcome.detail
  return (
    <div className="stack">
      {failedConditions(conditions).map(({ id, name, actual }) => (
        <p key={id}>
          Not met: {name}. It was {actual ?? 'missing'}.
        </p>
      ))}
      <VariablesCard variables={variables} />
      {request && <RequestCard request={request} />}
      <ResponseCard result={null} evidence={{ response, exception, protocol, messages }} />
      <AgentLog messages={messages} />
    </div>
  )
}

/** The steps of a trial, each with its request and response; the first that failed is unfolded. */
export const TrialSteps = ({ steps }: { steps: readonly TrialStep[] }) => {
  const failed = steps.findIndex(({ result_category: category }) => category === 'FAIL')
  return (
    <ol className={classes.stepList}>
      {steps.map((step, at) => (
        <StepFold key={step.index} step={lineOf(step)} opened={at === failed}>
          {() => <StepOutcome step={step} />}
        </StepFold>
      ))}
    </ol>
  )
}
