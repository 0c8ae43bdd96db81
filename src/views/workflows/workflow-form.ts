import { MAX_STEPS } from '../../contract/workflows/workflows.ts'
import { workflowProblems } from '../../domain/workflows/workflow-rules.ts'
import type { Step } from '../../domain/workflows/workflow-steps.ts'
import { own, text, toggle } from '../kit/form/field.ts'
import { recordTable } from '../kit/form/record-table.ts'
import type { RecordFormState } from '../kit/form/use-record-form.ts'
import type { Workflow } from './workflow-list.ts'

type Stored = Pick<Workflow, 'id' | 'meta' | 'workflow'>

/** The number of a step in the path of an error: `[2].call_id` is step 3. */
const stepNaming = (rest: string) => {
  const label = `Step ${Number(/\d+/.exec(rest)?.[0] ?? 0) + 1}`
  return { label, subject: label }
}

/** Name, steps and their settings: the form of a workflow. */
export const workflowForm = recordTable<Stored>()({
  fields: {
    name: text({ label: 'Name', placeholder: 'Sign in and order', maxLength: 400, paths: ['meta.name'] }),
    steps: own<Step[]>({
      label: 'Steps',
      paths: ['workflow.steps', 'workflow.call_ids', 'workflow'],
      within: stepNaming,
      blank: [],
    }),
    stop_on_failure: toggle({
      label: 'Stop on failure',
      part: 'stop on failure',
      hint: 'The first step that fails ends the workflow. Teardown steps still run.',
      paths: ['workflow.stop_on_failure'],
      blank: true,
    }),
    handle_cookies: toggle({
      label: 'Share cookies',
      part: 'cookies',
      hint: 'Cookies that a step receives are sent by later steps to the same site.',
      paths: ['workflow.handle_cookies'],
      blank: false,
    }),
  },
  read: ({ meta, workflow }) => ({
    name: meta.name,
    steps: [...workflow.steps],
    stop_on_failure: workflow.stop_on_failure,
    handle_cookies: workflow.handle_cookies,
  }),
  write: ({ name, steps, stop_on_failure, handle_cookies }) => ({
    meta: { name },
    workflow: { steps, stop_on_failure, handle_cookies },
  }),
  rules: ({ meta, workflow }) => [
    ...workflowProblems({ meta, workflow }),
    ...(workflow.steps.length > MAX_STEPS
      ? [{ field: 'workflow.steps', message: `A workflow has at most ${MAX_STEPS} steps.` }]
      : []),
  ],
})

/** A workflow as its form holds it. */
export type WorkflowDraft = ReturnType<typeof workflowForm.formOf>

/** The open form of a workflow. */
export type WorkflowFormState = RecordFormState<WorkflowDraft, keyof typeof workflowForm.fields>
