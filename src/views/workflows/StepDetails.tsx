import { type ReactNode, useId, useState } from 'react'
import { reasonWords } from '../../domain/results/reason-words.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import { Go } from '../parts/act/Go.tsx'
import { FoldButton } from '../parts/form/Fold.tsx'
import { Badge } from '../parts/text/Badge.tsx'
import { Card, CardOwner } from '../parts/text/Card.tsx'
import type { Category } from '../parts/text/category.ts'
import { formats } from '../parts/text/format.ts'
import { Loading } from '../parts/text/Loading.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { evidenceOf } from '../results/full-result.ts'
import { useFullResult } from '../results/ResultScreen.tsx'
import { VariablesCard } from '../results/ResultSummary.tsx'
import { ResultParts } from '../results/ResultView.tsx'
import classes from './workflow-result.module.css'
import { capital, isSkipped, type StepResult } from './workflow-result.ts'

/** A step as its line shows it. */
export type StepLine = {
  readonly index: number
  readonly name: string
  readonly category: Category
  readonly code: number | null
  readonly ms: number | null
  readonly reason: string
}

/** A step that unfolds to its request and response. */
export const StepFold = (props: { step: StepLine; opened: boolean; children: () => ReactNode }) => {
  const { index, name, category, code, ms, reason } = props.step
  const id = useId()
  const [open, setOpen] = useState(props.opened)
  return (
    <li className={classes.step}>
      <FoldButton id={`${id}-fold`} controls={`${id}-part`} open={open} onOpen={setOpen} className={classes.fold}>
        <span className={classes.stepLine}>
          <span className={classes.stepName} id={`${id}-name`}>{`${index + 1}. ${name}`}</span>
          <Badge category={category} />
          <span className={classes.stepFacts}>
            {category === 'PASS' && code !== null ? code : reason}
            {ms !== null && <span className="muted">{` · ${formats.latency(ms)}`}</span>}
          </span>
        </span>
      </FoldButton>
      {open && (
        <div id={`${id}-part`} className={classes.stepPart}>
          <CardOwner value={`${id}-name`}>{props.children()}</CardOwner>
        </div>
      )}
    </li>
  )
}

/** The full result of a step, once it is unfolded. */
const StepEvidence = ({ resultId }: { resultId: string }) => {
  const { data, error, refetch } = useFullResult(resultId)
  if (!data) return error ? <LoadError error={error} refetch={refetch} /> : <Loading label="Result of the step" />
  const evidence = evidenceOf(data)
  return (
    <div className="stack">
      <p className="small">
        <Go to="result" params={{ resultId }} kind="text">
          Open as a page of its own
        </Go>
      </p>
      {data.meta === undefined ? (
        <Notice kind="info">
          Your access level shows outcomes, not requests and responses. An owner of the project can change it.
        </Notice>
      ) : (
        <>
          <VariablesCard variables={evidence.variables} />
          <ResultParts result={data} evidence={evidence} />
        </>
      )}
    </div>
  )
}

const lineOf = (step: StepResult): StepLine => ({
  index: step.index,
  name: step.name,
  category: step.result_category,
  code: step.http_code,
  ms: step.started === null ? null : step.response_time,
  reason: capital(reasonWords(step.result, step.http_code)),
})

/** The steps of a run, each with its request, response and variables; the first that failed is unfolded. */
export const StepDetails = ({ steps }: { steps: readonly StepResult[] }) => {
  const failed = steps.findIndex(({ result_category: category }) => category === 'FAIL')
  return (
    <Card title="Requests and responses" sub={`${steps.length}`}>
      <ol className={classes.stepList}>
        {steps.map((step, at) => (
          <StepFold key={step.index} step={lineOf(step)} opened={at === failed}>
            {() =>
              isSkipped(step) ? (
                <p className="muted">Skipped: the workflow had stopped before this step.</p>
              ) : step.result_id === null ? (
                <p className="muted">The monitor of this step was deleted, so nothing was called.</p>
              ) : (
                <StepEvidence resultId={step.result_id} />
              )
            }
          </StepFold>
        ))}
      </ol>
    </Card>
  )
}
