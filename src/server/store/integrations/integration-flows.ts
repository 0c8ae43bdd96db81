import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../core/database.ts'

/** An authorization that was begun. */
export type IntegrationFlow = {
  readonly org_id: string
  readonly provider: string
  readonly domain: string
  readonly name: string
  /** The integration to connect again; null for a new one. */
  readonly integration_id: string | null
}

/** The account that began a flow and may finish it, in the same session. */
export type IntegrationFlowOwner = { readonly accountId: string; readonly session: string | null }

const hashOf = (flow: string): Buffer => createHash('sha256').update(flow).digest()

/** Stores a flow by its id; expired ones are deleted. */
export const beginFlow = async (
  db: Db,
  id: string,
  flow: IntegrationFlow,
  { by, now, expires }: { by: IntegrationFlowOwner; now: number; expires: number },
): Promise<void> => {
  await sql`delete from integration_flow where expires <= ${now}`.execute(db)
  await sql`
    insert into integration_flow (flow_hash, org_id, account_id, session, provider, domain, name, integration_id, expires)
    values (${hashOf(id)}, ${flow.org_id}, ${by.accountId}, ${by.session}, ${flow.provider}, ${flow.domain}, ${flow.name},
      ${flow.integration_id}, ${expires})`.execute(db)
}

/** Takes a flow out, so that it is finished once; null where this person has none with the id at the provider. */
export const endFlow = async (
  db: Db,
  id: string,
  { by, provider, now }: { by: IntegrationFlowOwner; provider: string; now: number },
): Promise<IntegrationFlow | null> => {
  const { rows } = await sql<IntegrationFlow>`
    delete from integration_flow
    where flow_hash = ${hashOf(id)} and provider = ${provider} and expires > ${now} and account_id = ${by.accountId}
      and (session is null or session = ${by.session}::text)
    returning org_id, provider, domain, name, integration_id`.execute(db)
  return rows[0] ?? null
}
