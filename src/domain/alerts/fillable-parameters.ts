import type { WebhookParameter } from './webhook-parameter.ts'

/** Whether placeholders of a parameter are filled in when a message is sent. Templates have a language of their own. */
export const isFillable = ({ kind }: Pick<WebhookParameter, 'kind'>): boolean =>
  kind === 'url' || kind === 'text' || kind === 'secret' || kind === 'headers'

/** Everything up to the end of the host; a backslash ends it too, as in URL parsers. */
const AUTHORITY = /^\s*https?:\/\/[^/?#\\]*/i

/**
 * Divides a parameter into the part that stays as it is and the part in which placeholders are filled in. The host of a URL stays, so that
 * a variable never decides where an alert's own secrets go.
 */
export const fillableText = (
  { kind }: Pick<WebhookParameter, 'kind'>,
  value: string,
): [fixed: string, rest: string] => {
  const fixed = kind === 'url' ? (AUTHORITY.exec(value)?.[0] ?? value) : ''
  return [fixed, value.slice(fixed.length)]
}
