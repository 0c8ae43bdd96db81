import { mayHoldPlaceholder, placeholdersIn, substitute } from '../../domain/core/placeholders.ts'
import { type Chance, computedVariables } from '../../domain/environments/system-variables.ts'
import { textsOfSetup } from '../../domain/monitors/browser-texts.ts'
import type { Job, Pair } from './request.ts'

/** Replaces the placeholders in a text by the values of the run's variables. */
export type Fill = (text: string) => string

const textsOf = ({ call, browser, conditions, project_conditions }: Job): string[] => {
  const pairs = [...call.parameters, ...call.headers].flatMap(({ key, value }: Pair) => [key, value])
  const judging = [...(project_conditions?.conditions ?? []), ...conditions.conditions]
  const asked = judging.flatMap(({ property, val, val2 }) => [property ?? '', val ?? '', val2 ?? ''])
  const parts = (call.parts ?? []).flatMap(({ name, value, file_name: fileName, content_type: type }) => [
    name,
    value ?? '',
    fileName ?? '',
    type ?? '',
  ])
  return [call.url, ...pairs, call.body ?? '', ...parts, ...(browser ? textsOfSetup(browser) : []), ...asked]
}

/**
 * Adds the variables of the moment and of chance that a job reads, unless it has values for them. Computed once per run, so two uses give
 * the same value.
 */
export const withSystemVariables = (job: Job, chance: Chance): Job => {
  const texts = textsOf(job).filter(mayHoldPlaceholder)
  if (texts.length === 0) return job
  const computed = computedVariables(texts.flatMap(placeholdersIn), chance)
  return { ...job, variables: { ...computed, ...job.variables } }
}

/**
 * Notes variables without a value that conditions read, unless a condition of the run may set them. The conditions themselves are filled
 * in when they are evaluated.
 */
export const recordMissing = ({ conditions, project_conditions }: Job, fill: Fill): void => {
  const judging = [...(project_conditions?.conditions ?? []), ...conditions.conditions]
  const settable = new Set(judging.map(({ set_variable }) => set_variable?.name))
  for (const { property, val, val2 } of judging)
    for (const text of [property, val, val2])
      if (text && mayHoldPlaceholder(text) && !placeholdersIn(text).some((name) => settable.has(name))) fill(text)
}

/**
 * Returns the function that fills in a run's placeholders, in its request and conditions. A placeholder without a value, or with one that
 * its escape cannot write, stays as it is and is noted in `messages`, once; placeholders within values are not replaced.
 */
export const fillOf = ({ variables }: Pick<Job, 'variables'>, messages: string[]): Fill => {
  const missing = new Set<string>()
  const unfit = new Set<string>()
  return (text) => {
    if (!mayHoldPlaceholder(text)) return text
    const filled = substitute(text, variables)
    for (const name of filled.missing)
      if (!missing.has(name)) {
        missing.add(name)
        messages.push(`variable ${name} not set`)
      }
    for (const name of filled.unfit)
      if (!unfit.has(name)) {
        unfit.add(name)
        messages.push(`variable ${name} has a character that XML cannot have`)
      }
    return filled.text
  }
}
