import { StartProblem } from './start-problem.ts'

/** The page that is framed, the endpoint that gives guest tokens for it (null: none are needed), and the key sent to it. */
export type Analytics = { url: string; tokenUrl: string | null; tokenKey: string | null }

const isWeb = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** A setting that may be unset. */
export const optional = <Value>(text: string | null, read: (text: string) => Value): Value | null =>
  text === null ? null : read(text)

/** An http or https URL. @throws a `StartProblem` that names the variable. */
export const webAddress = (name: string, text: string, example: string): string => {
  if (!isWeb(text)) throw new StartProblem(`${name} must be an http or https URL such as ${example}, but is “${text}”.`)
  return text
}

/** The settings of the viewer. @throws a `StartProblem` if half of them are missing. */
export const analyticsOf = (given: {
  url: string | null
  tokenUrl: string | null
  tokenKey: string | null
}): Analytics | null => {
  const { url, tokenUrl, tokenKey } = given
  if (url === null) {
    if (tokenUrl !== null || tokenKey !== null)
      throw new StartProblem(
        'SONDE_ANALYTICS_TOKEN_URL and SONDE_ANALYTICS_TOKEN_KEY work only together with SONDE_ANALYTICS_URL.',
      )
    return null
  }
  if (tokenUrl === null && tokenKey !== null)
    throw new StartProblem('SONDE_ANALYTICS_TOKEN_KEY works only together with SONDE_ANALYTICS_TOKEN_URL.')
  const example = 'https://analytics.example.com/embedded/1'
  return {
    url: webAddress('SONDE_ANALYTICS_URL', url, example),
    tokenUrl: optional(tokenUrl, (text) =>
      webAddress('SONDE_ANALYTICS_TOKEN_URL', text, 'https://analytics.example.com/guest-token'),
    ),
    tokenKey,
  }
}
