import type { workflows as workflowResource } from '../../../contract/workflows/workflows.ts'
import { GLOBAL } from '../../../domain/environments/variable-rules.ts'
import { type ReadingStep, variablesOfSteps } from '../../../domain/workflows/step-variables.ts'
import { commonConditions } from '../../dispatch/common-conditions.ts'
import type { HandlerOf } from '../../http/context.ts'
import type { Services } from '../../services.ts'
import { authVariableNames } from '../../store/auth/used-auth.ts'
import { environmentNames } from '../../store/environments/variables.ts'
import { monitors } from '../../store/monitors/monitors.ts'
import { readingMonitor } from '../environments/reading-monitor.ts'

type VariablesHandler = HandlerOf<(typeof workflowResource)['endpoints']['workflow.variables']>

/** Tells which variables the steps of a draft set, read and miss. */
export const stepVariablesHandler = ({ sealing }: Pick<Services, 'sealing'>): VariablesHandler => {
  const common = commonConditions()
  return async ({ body: { steps, workspace = GLOBAL } }, { db, project }) => {
    const commonOf = (await common(db, [project.key]))(project.key)
    const known = new Map<string, ReadingStep>()
    for (const stored of await monitors.readMany(db, project.key, [...new Set(steps.map(({ call_id }) => call_id))])) {
      const authNames = await authVariableNames(db, project.key, stored.doc.request)
      known.set(stored.id, { name: stored.name, authNames, ...readingMonitor(stored, commonOf, sealing) })
    }
    const named = steps.map(({ call_id }) => ({ call_id, monitor: known.get(call_id) ?? null }))
    return { steps: variablesOfSteps(named, workspace, await environmentNames(db, project.key)) }
  }
}
