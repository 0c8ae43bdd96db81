import type { monitorVariables } from '../../../contract/environments/environments.ts'
import { usedVariables } from '../../../domain/environments/used-variables.ts'
import { openAim } from '../../dispatch/secret-aim.ts'
import type { HandlersOf } from '../../http/context.ts'
import { notFound } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { authVariableNames } from '../../store/auth/used-auth.ts'
import { variablesOf } from '../../store/environments/variables.ts'
import { type MonitorDoc, monitors } from '../../store/monitors/monitors.ts'

export const monitorVariableHandlers = ({ sealing }: Services): HandlersOf<typeof monitorVariables> => ({
  'variable.used': async ({ params }, { db, project }) => {
    const stored = await monitors.read(db, project.key, params.id)
    if (!stored) return notFound('monitor')
    const { meta, request, conditions } = stored.doc
    // Placeholders may stand in encrypted values; only the names of variables leave here.
    const { opened } = openAim(stored.doc, sealing)
    const names = new Map<string, Set<string>>()
    for (const { workspace, name } of await variablesOf(db, project.key))
      names.set(workspace, (names.get(workspace) ?? new Set()).add(name))
    const results = usedVariables(
      {
        workspace: meta.workspace,
        url: request.url,
        parameters: opened.parameters.pairs,
        headers: opened.headers.pairs,
        body: request.body,
        variables: opened.variables.pairs,
        conditions: conditions.conditions,
      },
      (workspace) => names.get(workspace) ?? new Set(),
      await authVariableNames(db, project.key, request),
    )
    return { results }
  },

  'variable.written': async ({ params }, { db, project }) => {
    const stored = await monitors.read(db, project.key, params.id)
    if (!stored) return notFound('monitor')
    return { results: writtenBy(stored.doc) }
  },
})

const SCOPES = ['workflow', 'call_workspace', 'global'] as const

/** The variables that conditions set. */
const writtenBy = ({ conditions }: MonitorDoc) =>
  conditions.conditions.flatMap((condition, index) => {
    const set: unknown = 'set_variable' in condition ? condition.set_variable : null
    if (typeof set !== 'object' || set === null || !('name' in set) || !('scope' in set)) return []
    const scope = SCOPES.find((each) => each === set.scope)
    return scope ? [{ name: String(set.name), scope, condition_id: condition.id ?? `c${index + 1}` }] : []
  })
