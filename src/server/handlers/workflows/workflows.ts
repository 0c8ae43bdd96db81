import { sql } from 'kysely'
import { workflows as workflowResource } from '../../../contract/workflows/workflows.ts'
import { cutText } from '../../../domain/core/cut-text.ts'
import { problem } from '../../../domain/core/problem.ts'
import { workflowProblems } from '../../../domain/workflows/workflow-rules.ts'
import { fixedLocationOf } from '../../../domain/workflows/workflow-tags.ts'
import { withdrawJobs } from '../../dispatch/on-demand.ts'
import type { HandlersOf } from '../../http/context.ts'
import { crud, resourceOf, resultsPage } from '../../http/crud.ts'
import { invalid, notFound } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { monitors } from '../../store/monitors/monitors.ts'
import { syncTarget } from '../../store/schedules/slots.ts'
import { newWorkflow, storeSettings, withStepOf, workflows } from '../../store/workflows/workflows.ts'
import { changedWorkflow, workflowRows } from './workflow-doc.ts'
import { workflowResultHandlers } from './workflow-results.ts'
import { runWorkflow } from './workflow-runs.ts'
import { stepVariablesHandler } from './workflow-variables.ts'

const kit = crud(workflowResource, workflows, {
  blank: () => newWorkflow,
  name: ({ meta }, before) => meta?.name?.trim() ?? before ?? '',
  rules: workflowProblems,
  resolve: async (draft, base, context) => {
    const { doc: found, problems } = await changedWorkflow(base, draft, context)
    return { found, problems }
  },
  toDoc: (_, __, changed) => changed,
  toRows: workflowRows,
  narrow: ({ tag }) => (tag === undefined ? undefined : sql<boolean>`doc #> '{meta,tags}' ? ${tag}`),
  after: async (stored, { before }, { db, now }) => {
    await storeSettings(db, stored)
    const fixed = before && fixedLocationOf(before.doc.meta.tags)
    if (before && fixed !== fixedLocationOf(stored.doc.meta.tags)) await syncTarget(db, stored, now)
  },
  beforeRemove: async (stored, { db }) => withdrawJobs(db, stored.key),
})

/** Handlers of workflows. */
export const workflowHandlers = (services: Services): HandlersOf<(typeof workflowResource)['endpoints']> => ({
  ...kit.handlers,
  ...workflowResultHandlers(services),

  'workflow.list-of-call': async ({ params, query }, context) => {
    const { db, project } = context
    if (!(await monitors.read(db, project.key, params.id))) return notFound('monitor')
    const page = await workflows.list(db, project.key, query, withStepOf(params.id))
    return resultsPage(page, await workflowRows(page.rows, context), context)
  },

  'workflow.duplicate': async ({ params, body }, context) => {
    const { db, project, actor: owner, now } = context
    const stored = await workflows.read(db, project.key, params.id)
    if (!stored) return notFound('workflow')
    const name = body.name?.trim() ?? `${cutText(stored.name, 393)} (copy)`
    if (name === '') return invalid([problem('name', 'required', 'must not be empty.')])
    const { sample: _, ...doc } = stored.doc
    const copy = await workflows.create(db, { projectKey: project.key, name, doc, owner, now })
    await storeSettings(db, copy)
    context.record({ resource: resourceOf(workflowResource, copy), after: { name, ...doc, copy_of: stored.id } })
    return kit.row(copy, context)
  },

  'workflow.run': (input, context) => runWorkflow(input, context, services),
  'workflow.variables': stepVariablesHandler(services),
})
