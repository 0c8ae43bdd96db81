import type { monitorVariables } from '../../../contract/environments/environments.ts'
import { usedVariables } from '../../../domain/environments/used-variables.ts'
import { textsOfPart } from '../../../domain/monitors/body-rules.ts'
import { placesOfSetup } from '../../../domain/monitors/browser-texts.ts'
import { commonConditions } from '../../dispatch/common-conditions.ts'
import { openAim } from '../../dispatch/secret-aim.ts'
import type { HandlersOf } from '../../http/context.ts'
import { notFound } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { authVariableNames } from '../../store/auth/used-auth.ts'
import { variablesOf } from '../../store/environments/variables.ts'
import { type MonitorDoc, monitors } from '../../store/monitors/monitors.ts'

export const monitorVariableHandlers = ({ sealing }: Services): HandlersOf<typeof monitorVariables> => {
  const common = commonConditions()
  return {
    'variable.used': async ({ params }, { db, project }) => {
      const stored = await monitors.read(db, project.key, params.id)
      if (!stored) return notFound('monitor')
      const { meta, request, conditions, setup } = stored.doc
      // Placeholders may stand in encrypted values; only the names of variables leave here.
      const { opened, reads } = openAim(stored.doc, sealing)
      const monitor = { id: stored.id, name: stored.name, doc: stored.doc, reads }
      const commonOf = (await common(db, [project.key]))(project.key)
      const ofProject = commonOf.ingredientOf(monitor).fields?.project_conditions?.conditions ?? []
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
          form: opened.parts.parts.map((part) => ({ key: part.name, value: textsOfPart(part).join('\n') })),
          ...(setup && { steps: placesOfSetup(setup) }),
          variables: opened.variables.pairs,
          conditions: [...ofProject, ...conditions.conditions],
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
  }
}

/** The variables that conditions set. */
const writtenBy = ({ conditions }: MonitorDoc) =>
  conditions.conditions.flatMap(({ id, set_variable: set }, index) =>
    set ? [{ name: set.name, scope: set.scope, condition_id: id ?? `c${index + 1}` }] : [],
  )
