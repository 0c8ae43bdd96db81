import { type Problem, problem } from '../core/problem.ts'
import type { WrittenSteps } from './workflow-steps.ts'
import { workflowTagProblems } from './workflow-tags.ts'

/** A workflow to create, or the fields of one to change. */
export type WorkflowDraft = {
  readonly meta?: { readonly name?: string; readonly tags?: readonly string[] }
  readonly workflow?: WrittenSteps
}

/** Field errors of a workflow. Absent fields are not checked. */
export const workflowProblems = ({ meta }: WorkflowDraft): Problem[] => [
  ...(meta?.name?.trim() === '' ? [problem('meta.name', 'required', 'must not be empty.')] : []),
  ...(meta?.tags ? workflowTagProblems('meta.tags', meta.tags) : []),
]
