import type { ReadingMonitor } from '../../../domain/environments/used-variables.ts'
import { textsOfPart } from '../../../domain/monitors/body-rules.ts'
import { placesOfSetup } from '../../../domain/monitors/browser-texts.ts'
import type { commonConditions } from '../../dispatch/common-conditions.ts'
import { openAim } from '../../dispatch/secret-aim.ts'
import type { Stored } from '../../store/core/objects.ts'
import type { SecretCipher } from '../../store/core/secret-cipher.ts'
import type { ConditionSet, MonitorDoc } from '../../store/monitors/monitors.ts'

type CommonOfProject = ReturnType<Awaited<ReturnType<ReturnType<typeof commonConditions>>>>

/** The texts of a monitor in which placeholders are replaced, with the conditions of its project first, if they are given. */
export const readingMonitor = (
  stored: Pick<Stored<MonitorDoc>, 'id' | 'name' | 'doc'>,
  common: CommonOfProject | null,
  sealing: SecretCipher,
): ReadingMonitor & { readonly conditions: ConditionSet['conditions'] } => {
  const { meta, request, conditions, setup } = stored.doc
  // Placeholders may stand in encrypted values; only the names of variables leave here.
  const { opened, reads } = openAim(stored.doc, sealing)
  const monitor = { id: stored.id, name: stored.name, doc: stored.doc, reads }
  const ofProject = common?.ingredientOf(monitor).fields?.project_conditions?.conditions ?? []
  return {
    workspace: meta.workspace,
    url: request.url,
    parameters: opened.parameters.pairs,
    headers: opened.headers.pairs,
    body: request.body,
    form: opened.parts.parts.map((part) => ({ key: part.name, value: textsOfPart(part).join('\n') })),
    ...(setup && { steps: placesOfSetup(setup) }),
    variables: opened.variables.pairs,
    conditions: [...ofProject, ...conditions.conditions],
  }
}
