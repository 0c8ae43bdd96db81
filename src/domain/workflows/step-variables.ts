import type { Shape } from '../../contract/core/endpoint.ts'
import type { stepVariables } from '../../contract/workflows/step-variables.ts'
import { type EnvironmentNames, type ReadingMonitor, usedVariables } from '../environments/used-variables.ts'
import { GLOBAL } from '../environments/variable-rules.ts'
import { isSecretName } from '../secrets/secret-names.ts'

/** The variables of one step, by what happens to them. */
export type StepVariables = Shape<typeof stepVariables>

type SettingCondition = ReadingMonitor['conditions'][number] & {
  readonly enabled?: boolean
  readonly set_variable?: StepSetting | null | undefined
}
type StepSetting = Pick<StepVariables['sets'][number], 'name' | 'scope'>

/** A step of which the monitor is known. */
export type ReadingStep = Omit<ReadingMonitor, 'conditions'> & {
  readonly name: string
  readonly conditions: readonly SettingCondition[]
  /** Variables of its auth setting and token. */
  readonly authNames?: ReadonlySet<string>
}

type Known = { readonly call_id: string; readonly monitor: ReadingStep | null }

const settingsOf = (monitor: ReadingStep): Omit<StepVariables['sets'][number], 'read_by'>[] =>
  monitor.conditions.flatMap((condition, index) => {
    const { id, enabled, set_variable: set } = condition
    if (!set || enabled === false) return []
    return [
      {
        name: set.name,
        scope: set.scope,
        condition_id: id ?? `c${index + 1}`,
        masking: isSecretName(set.name) ? 'shown-masked' : 'none',
      },
    ]
  })

/**
 * Tells of each step which variables it sets and reads, where the values come from, and which ones nothing sets. A value that an earlier
 * step sets stands above the monitor's own variables and its environments, whatever its scope; those are searched in the order of the
 * workflow's environment, the monitor's, and `global`.
 */
export const variablesOfSteps = (
  steps: readonly Known[],
  workspace: string,
  namesOf: EnvironmentNames,
): StepVariables[] => {
  const read = steps.map(({ monitor }) => (monitor ? usedVariables(monitor, namesOf, monitor.authNames) : []))
  const sets = steps.map(({ monitor }) => (monitor ? settingsOf(monitor) : []))
  const setBefore = (name: string, index: number): number | null => {
    const at = sets.slice(0, index).findLastIndex((all) => all.some((one) => one.name === name))
    return at < 0 ? null : at
  }
  return steps.map(({ call_id, monitor }, index): StepVariables => {
    const uses = (read[index] ?? []).map(({ name, where, ...found }): StepVariables['uses'][number] => {
      const step = setBefore(name, index)
      if (step !== null) return { name, where, source: 'step', step, workspace: null }
      const isOverridden = found.source !== 'monitor' && workspace !== GLOBAL && namesOf(workspace).has(name)
      return isOverridden
        ? { name, where, source: 'workspace', step: null, workspace }
        : { name, where, ...found, step: null }
    })
    // A step's own conditions read what an earlier condition of the step has set.
    const own = new Set((sets[index] ?? []).map(({ name }) => name))
    const missing = uses.filter(
      ({ name, source, where }) =>
        source === 'unknown' && !(own.has(name) && where.every((place) => place.startsWith('condition:'))),
    )
    return {
      index,
      call_id,
      name: monitor?.name ?? null,
      sets: (sets[index] ?? []).map((one) => ({ ...one, read_by: readersOf(one.name, index, read, setBefore) })),
      uses,
      missing: missing.map(({ name }) => name),
    }
  })
}

const readersOf = (
  name: string,
  index: number,
  read: readonly (readonly { readonly name: string }[])[],
  setBefore: (name: string, index: number) => number | null,
): number[] =>
  read.flatMap((names, at) =>
    at > index && names.some((one) => one.name === name) && setBefore(name, at) === index ? [at] : [],
  )
