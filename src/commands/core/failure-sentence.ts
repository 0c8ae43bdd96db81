import { CallError } from '../../../machines/resource/failure.ts'
import { fieldWords, withFieldWords } from './field-words.ts'

const NO_REASON = 'It failed, and the server gave no reason.'

type Told = { readonly message?: unknown; readonly problems?: readonly { field?: unknown; message?: unknown }[] }

/** The sentence that describes a failed call to a person, with its field errors. Fields go by their labels; their paths are in the failure. */
export const failureSentence = (failure: unknown): string => {
  if (typeof failure !== 'object' || failure === null) return NO_REASON
  const { message = '', problems } = (failure instanceof CallError ? failure.failure : failure) as Told
  const all = (Array.isArray(problems) ? problems : []).map((each) => ({
    field: String(each.field),
    message: String(each.message),
  }))
  const fields = all.map(({ field }) => field)
  const details = all
    .filter((each) => !String(message).includes(each.message))
    .map((each) => {
      const said = withFieldWords(each.message, fields)
      return said === each.message ? `${fieldWords(each.field)}: ${said}` : said
    })
  return [withFieldWords(String(message), fields) || NO_REASON, ...details].join(' ')
}

/** Whether a call failed because the server did not answer it. */
export const isUnanswered = (failure: unknown): boolean =>
  failure instanceof CallError && failure.failure.status === null
