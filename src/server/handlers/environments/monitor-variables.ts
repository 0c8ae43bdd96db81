import type { monitorVariables } from '../../../contract/environments/environments.ts'
import { usedVariables } from '../../../domain/environments/used-variables.ts'
import { commonConditions } from '../../dispatch/common-conditions.ts'
import type { HandlersOf } from '../../http/context.ts'
import { notFound } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { authVariableNames } from '../../store/auth/used-auth.ts'
import { environmentNames } from '../../store/environments/variables.ts'
import { type MonitorDoc, monitors } from '../../store/monitors/monitors.ts'
import { readingMonitor } from './reading-monitor.ts'

export const monitorVariableHandlers = ({ sealing }: Services): HandlersOf<typeof monitorVariables> => {
  const common = commonConditions()
  return {
    'variable.used': async ({ params }, { db, project }) => {
      const stored = await monitors.read(db, project.key, params.id)
      if (!stored) return notFound('monitor')
      const commonOf = (await common(db, [project.key]))(project.key)
      const results = usedVariables(
        readingMonitor(stored, commonOf, sealing),
        await environmentNames(db, project.key),
        await authVariableNames(db, project.key, stored.doc.request),
      )
      return { results }
    },

    'variable.written': async ({ params }, { db, project }) => {
      const stored = await monitors.read(db, project.key, params.id)
      if (!stored) return notFound('monitor')
      return { results: writtenBy(stored.doc) }
    },
  }
}

/** The variables that conditions set. */
const writtenBy = ({ conditions }: MonitorDoc) =>
  conditions.conditions.flatMap(({ id, set_variable: set }, index) =>
    set ? [{ name: set.name, scope: set.scope, condition_id: id ?? `c${index + 1}` }] : [],
  )
