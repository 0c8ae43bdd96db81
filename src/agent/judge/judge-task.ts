import type { Shape } from '../../contract/core/endpoint.ts'
import type { job } from '../../contract/runs/jobs.ts'
import { type ConditionSet, needsEngines, type Outcome } from '../../domain/conditions/conditions.ts'
import { type Classification, classify } from '../../domain/results/classify.ts'
import type { PageFindings } from '../../domain/results/page-findings.ts'

type Job = Shape<typeof job>

/** The input of a run's judgement, with secrets masked. It is copied to a worker. */
export type JudgeTask = {
  /** The project, so that projects share the workers fairly. */
  readonly project: number | null
  readonly outcome: Outcome
  readonly conditions: ConditionSet
  readonly common: Job['project_conditions']
  readonly variables: Readonly<Record<string, string>>
  /** Only of browser tests. */
  readonly page?: PageFindings | undefined
  /** Conditions that would compare a secret with a response that it may not meet. */
  readonly refused?: Barred | undefined
}

/** Conditions that must not be evaluated, by their position among all of the run, with the sentence that says why. */
export type Barred = ReadonlyMap<number, string>

/** Whether a run can be judged without a worker. */
export const isQuick = ({ conditions, common }: JudgeTask): boolean =>
  ![...(common?.conditions ?? []), ...conditions.conditions].some(
    (condition) => condition.enabled !== false && needsEngines(condition),
  )

/** Judges a run that needs no worker. */
export const judgeQuickly = ({ outcome, conditions, common, variables, page, refused }: JudgeTask): Classification =>
  classify(outcome, conditions, { project: common, variables, page, refused })

/** Judges a run without evaluating any expression; `noteOf` says why, for each by its position. */
export const judgeWithout = (
  { outcome, conditions, common, variables, page, refused }: JudgeTask,
  noteOf: (position: number) => string,
): Classification => classify(outcome, conditions, { project: common, variables, page, refused, admit: noteOf })
