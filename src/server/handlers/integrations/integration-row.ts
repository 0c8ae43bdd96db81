import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import type { integrations as endpoints } from '../../../contract/integrations/integrations.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import type { Context } from '../../http/context.ts'
import type { IntegrationProvider } from '../../integration-settings.ts'
import { Refusal } from '../../refusal.ts'
import type { StoredIntegration } from '../../store/integrations/integrations.ts'

type Row = AnswerOf<(typeof endpoints)['integration.read']>

/** Refuses an integration that the organization does not have. */
export const noIntegration = new Refusal(404, 'not_found', 'There is no such integration in this organization.')

/** An integration as it is shown, without its tokens. */
export const rowOf = (
  stored: StoredIntegration,
  { providers, now }: { providers: readonly IntegrationProvider[]; now: number },
): Row => {
  const provider = providers.find(({ id }) => id === stored.provider)
  const isOver = stored.expires !== null && stored.expires <= now && !stored.refreshes
  return {
    id: stored.id,
    provider: stored.provider,
    provider_name: provider?.name ?? stored.provider,
    name: stored.name,
    ...shownState(stored, { isConfigured: provider !== undefined, isOver }),
    account: stored.account,
    domain: stored.domain,
    scopes: [...stored.scopes],
    settings: { ...stored.settings },
    created: formatTime(stored.created),
    created_by:
      stored.created_by === null ? null : { id: stored.created_by, name: stored.creator ?? stored.created_by },
    last_update: formatTime(stored.last_update),
    last_used: stored.last_used === null ? null : formatTime(stored.last_used),
  }
}

const shownState = (
  { status, error }: StoredIntegration,
  { isConfigured, isOver }: { isConfigured: boolean; isOver: boolean },
): Pick<Row, 'status' | 'error'> => {
  if (!isConfigured)
    return { status: 'error', error: 'This provider is no longer configured on the server. Ask whoever runs it.' }
  if (isOver)
    return { status: 'expired', error: error ?? 'The token expired, and the provider gave none to refresh it with.' }
  return { status, error }
}

/** Records a change of an integration in the organization's audit log, without tokens and addresses of calls. */
export const recordIntegration = (
  context: Context,
  { before, after }: { before?: StoredIntegration; after?: StoredIntegration },
): void => {
  const about = after ?? before
  if (!about) return
  context.record({
    resource: { type: 'integration', id: about.id, name: about.name },
    organizationId: about.org_id,
    ...(before && { before: auditedOf(before) }),
    ...(after && { after: auditedOf(after) }),
  })
}

const auditedOf = ({ provider, name, status, account, domain, scopes, settings, error }: StoredIntegration) => ({
  provider,
  name,
  status,
  account,
  domain,
  scopes,
  settings,
  error,
})
