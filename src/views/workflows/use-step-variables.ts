import { useEffect, useRef } from 'react'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import type { workflows } from '../../contract/workflows/workflows.ts'
import type { Step } from '../../domain/workflows/workflow-steps.ts'
import { useResource } from '../core/use-resource.ts'

type Answer = AnswerOf<(typeof workflows)['endpoints']['workflow.variables']>
export type StepVariables = Answer['steps'][number]

/** The variables of each step of a draft, by position; null for a step of which they are not known yet. */
export const useStepVariables = (
  steps: readonly Step[],
  workspace: string,
): ((index: number) => StepVariables | null) => {
  const body = { workspace, steps: steps.map(({ call_id }) => ({ call_id })) }
  const { data, refetch } = useResource('workflow.variables', steps.length === 0 ? null : { body })
  // Conditions and environments may have changed since these steps were last looked at. A new answer makes a new `refetch`.
  const again = useRef(refetch)
  again.current = refetch
  const asked = JSON.stringify(body)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each order of steps.
  useEffect(() => again.current(), [asked])
  // While steps are moved, the last answer stays where it still fits.
  const last = useRef<Answer | null>(null)
  if (data) last.current = data
  const known = data ?? last.current
  return (index) => {
    const found = known?.steps[index]
    return found && found.call_id === steps[index]?.call_id ? found : null
  }
}
