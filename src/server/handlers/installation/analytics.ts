import type { analytics } from '../../../contract/installation/analytics.ts'
import type { HandlersOf } from '../../http/context.ts'
import { Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'

const TIMEOUT_MS = 10_000
const LONGEST_TOKEN = 16_000

/** Not 503: this server is well, and clients repeat that. */
const noToken = (why: string): Refusal =>
  new Refusal(409, 'conflict', `The analytics viewer gave no guest token: ${why}`)

/** Reads the token of an answer: `{ "token": "…" }`. Null if it has none. */
const tokenOf = (answer: unknown): string | null => {
  if (typeof answer !== 'object' || answer === null || !('token' in answer)) return null
  const { token } = answer
  return typeof token === 'string' && token !== '' && token.length <= LONGEST_TOKEN ? token : null
}

export const analyticsHandlers = ({ configuration }: Services): HandlersOf<typeof analytics> => ({
  'analytics.token': async (_, { project }) => {
    const { tokenUrl, tokenKey } = configuration.analytics ?? { tokenUrl: null, tokenKey: null }
    if (tokenUrl === null) return { token: null }
    // The operator chose the address, so it may be private. Redirects are not followed: they would carry the key elsewhere.
    const answer = await fetch(tokenUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(tokenKey !== null && { authorization: `Bearer ${tokenKey}` }),
      },
      body: JSON.stringify({ project: { id: project.id } }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => null)
    if (!answer) return noToken('its token endpoint did not answer.')
    if (!answer.ok) return noToken(`its token endpoint answered ${answer.status}.`)
    const token = tokenOf(await answer.json().catch(() => null))
    return token === null ? noToken('its token endpoint must answer JSON such as {"token": "…"}.') : { token }
  },
})
