/** Said where the returned state is not the one that this tab stored. The specification words it. */
export const STATE_MISMATCH = 'state mismatch, aborting auth flow'

/** Said where the provider sent neither a code nor an error. */
export const NO_CODE = 'The provider sent neither a code nor an error. Start again.'

const LONGEST = 300

/** The sentence for an error that a provider sent back with the browser. */
export const refusedWords = (error: string, description: string | null): string => {
  const line = (text: string) =>
    text
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, LONGEST)
  const said =
    error === 'access_denied' ? 'Access was denied at the provider.' : `The provider refused: ${line(error)}.`
  const own = description === null ? '' : line(description)
  return own === '' ? said : `${said} “${own}”`
}
