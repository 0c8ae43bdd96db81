import { bracedIn, mayHoldEscape, placeholdersIn, substitute } from '../../domain/core/placeholders.ts'
import { textsOfSetup } from '../../domain/monitors/browser-texts.ts'
import type { Job } from './request.ts'

const unsetOf = (names: readonly string[], { variables }: Job): string[] =>
  names.filter((name) => !Object.hasOwn(variables, name))

const pairTexts = (pairs: readonly { readonly key: string; readonly value: string }[]): string[] =>
  pairs.flatMap(({ key, value }) => [key, value])

const sentence = (names: readonly string[]): string =>
  `the ${names.length === 1 ? 'variable' : 'variables'} ${names.join(', ')} ${names.length === 1 ? 'has' : 'have'} no value`

/** The variables without a value in the address of a job, as the end of a sentence; empty for none. */
export const unsetInAddress = (job: Job): string => {
  const names = unsetOf(placeholdersIn(job.call.url), job)
  return names.length === 0 ? '' : `: ${sentence(names)}`
}

/** The texts that a job sends or a browser test types, before they are filled in. */
const textsSent = ({ call, browser }: Job): { heads: string[]; bodies: string[] } => {
  const parts = (call.parts ?? []).flatMap(({ name, value, file_name, content_type }) => [
    name,
    value ?? '',
    file_name ?? '',
    content_type ?? '',
  ])
  return {
    heads: [call.url, ...pairTexts(call.parameters), ...pairTexts(call.headers)],
    bodies: [
      ...(call.body_encoding === 'base64' ? [] : [call.body ?? '']),
      ...parts,
      ...(browser ? textsOfSetup(browser) : []),
    ],
  }
}

/** Why a call is not made: the sentence that names variables whose values cannot be written as its request asks; null if all can. */
export const unfitProblem = (job: Job): string | null => {
  const { heads, bodies } = textsSent(job)
  const names = new Set(
    [...heads, ...bodies].filter(mayHoldEscape).flatMap((text) => substitute(text, job.variables).unfit),
  )
  if (names.size === 0) return null
  const [noun, verb] = names.size === 1 ? ['variable', 'has'] : ['variables', 'have']
  return `the ${noun} ${[...names].join(', ')} ${verb} a character that XML cannot have`
}

/**
 * Why a call that needs its variables is not made: the sentence that names those of its request without a value; null if all have one, or
 * the call sends placeholders as they are written. Programs and templates in bodies have names such as `__init__` and `%%A%%`, so only
 * `{{ name }}` counts there.
 */
export const unsetProblem = (job: Job): string | null => {
  if (job.call.unset_variables !== 'fail') return null
  const { heads, bodies } = textsSent(job)
  const named = [...heads.flatMap(placeholdersIn), ...bodies.flatMap(bracedIn)]
  const names = [...new Set(unsetOf(named, job))]
  return names.length === 0 ? null : sentence(names)
}
