/** What a refused or failed call says to a person: its own sentence, and what it says of fields. */
export const failureSentence = (failure: unknown): string => {
  if (typeof failure !== 'object' || failure === null) return 'It failed, and the server gave no reason.'
  const { message = '', problems = [] } = failure as { message?: unknown; problems?: unknown }
  const details = (Array.isArray(problems) ? problems : [])
    .map((each: { field?: unknown; message?: unknown }) => `${each.field}: ${each.message}`)
    .filter((each) => !String(message).includes(each))
  return [String(message) || 'It failed, and the server gave no reason.', ...details].join(' ')
}
