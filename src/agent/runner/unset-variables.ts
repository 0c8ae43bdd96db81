import { bracedIn, placeholdersIn } from '../../domain/core/placeholders.ts'
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

/**
 * Why a call that needs its variables is not made: the sentence that names those of its request without a value; null if all have one, or
 * the call sends placeholders as they are written. Programs and templates in bodies have names such as `__init__` and `%%A%%`, so only
 * `{{ name }}` counts there.
 */
export const unsetProblem = (job: Job): string | null => {
  const { call } = job
  if (call.unset_variables !== 'fail') return null
  const heads = [call.url, ...pairTexts(call.parameters), ...pairTexts(call.headers)]
  const parts = (call.parts ?? []).flatMap(({ name, value, file_name, content_type }) => [
    name,
    value ?? '',
    file_name ?? '',
    content_type ?? '',
  ])
  const bodies = call.body_encoding === 'base64' ? parts : [call.body ?? '', ...parts]
  const named = [...heads.flatMap(placeholdersIn), ...bodies.flatMap(bracedIn)]
  const names = [...new Set(unsetOf(named, job))]
  return names.length === 0 ? null : sentence(names)
}
