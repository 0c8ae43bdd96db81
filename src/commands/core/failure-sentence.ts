import { CallError } from '../../../machines/resource/failure.ts'

/** The sentence that describes a failed call to a person, with its field errors. */
export const failureSentence = (failure: unknown): string => {
  if (typeof failure !== 'object' || failure === null) return 'It failed, and the server gave no reason.'
  const { message = '', problems = [] } = failure as { message?: unknown; problems?: unknown }
  const details = (Array.isArray(problems) ? problems : [])
    .map((each: { field?: unknown; message?: unknown }) => `${each.field}: ${each.message}`)
    .filter((each) => !String(message).includes(each))
  return [String(message) || 'It failed, and the server gave no reason.', ...details].join(' ')
}

/** Whether a call failed because the server did not answer it. */
export const isUnanswered = (failure: unknown): boolean =>
  failure instanceof CallError && failure.failure.status === null
