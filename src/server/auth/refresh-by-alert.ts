import { tokens } from '../store/auth/tokens.ts'
import { type Refreshing, refreshToken } from './refresh.ts'

type Outcome = {
  readonly ok: boolean
  readonly httpCode: null
  readonly error: string | null
  readonly isPermanent?: boolean
  readonly detail?: string
}

const failed = (error: string, isPermanent: boolean): Outcome => ({ ok: false, httpCode: null, error, isPermanent })

/** Refreshes tokens for alerts. A refresh that fails is told of by the token itself, and not tried again by its alert. */
export const openRefreshByAlert =
  (refreshing: Refreshing) =>
  async ({ projectKey, tokenId, now }: { projectKey: number; tokenId: string; now: number }): Promise<Outcome> => {
    const token = await tokens.read(refreshing.database.db, projectKey, tokenId)
    const refreshed = token ? await refreshToken(token.key, { ...refreshing, now, isManual: true }) : 'gone'
    if (refreshed === 'gone') return failed('The token that this alert refreshes no longer exists.', true)
    if (refreshed === 'claimed') return failed('The token is being refreshed already.', false)
    return 'problem' in refreshed
      ? failed(refreshed.problem, true)
      : { ok: true, httpCode: null, error: null, detail: `“${refreshed.token.name}” was refreshed.` }
  }
