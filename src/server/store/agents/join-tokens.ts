import { type Selectable, sql } from 'kysely'
import { type NamedAdmins, siteLevel } from '../api-keys/api-keys.ts'
import type { JoinTokenColumns } from '../core/agent-columns.ts'
import type { Db } from '../core/database.ts'
import { grantsIn } from '../core/entry.ts'
import { hashOf, newId, newSecret } from '../core/identifiers.ts'
import { type Binding, bindingColumns, bindingOf } from './binding.ts'

export type StoredToken = Pick<
  Selectable<JoinTokenColumns>,
  'id' | 'name' | 'prefix' | 'created' | 'expires' | 'last_used'
> & {
  readonly binding: Binding
  /** Email address of the account that created it. */
  readonly maker: string | null
  /** Number of agents that joined with it and are not revoked. */
  readonly agents: number
}

type Row = Omit<StoredToken, 'binding'> & { bound_org: string | null; bound_projects: number[] | null }

/** Reads all join tokens, newest first, or the one with an id. */
export const joinTokens = async (db: Db, id: string | null = null): Promise<StoredToken[]> => {
  const { rows } = await sql<Row>`
    select t.id, t.name, t.prefix, t.bound_org, t.bound_projects, t.created, t.expires, t.last_used, a.email as maker,
      (select count(*)::int from agent g where g.join_token_id = t.id and g.revoked is null) as agents
    from join_token t left join account a on a.id = t.created_by
    where ${id}::text is null or t.id = ${id} order by t.created desc, t.id`.execute(db)
  return rows.map(({ bound_org, bound_projects, ...row }) => ({
    ...row,
    binding: bindingOf({ bound_org, bound_projects }),
  }))
}

/** Creates a join token and returns its secret; only its hash is stored. */
export const addJoinToken = async (
  db: Db,
  made: {
    name: string
    binding: Binding
    accountId: string | null
    /** The key that makes it, and with which it goes. */
    makerKeyId: string | null
    expires: number | null
    now: number
  },
): Promise<{ id: string; secret: string }> => {
  const [id, secret] = [newId(), newSecret()]
  await db
    .insertInto('join_token')
    .values({
      id,
      name: made.name,
      prefix: secret.slice(0, 4),
      hash: hashOf(secret),
      created: made.now,
      created_by: made.accountId,
      created_by_key: made.makerKeyId,
      expires: made.expires,
      ...bindingColumns(made.binding),
    })
    .execute()
  return { id, secret }
}

export const removeJoinToken = (db: Db, id: string) => db.deleteFrom('join_token').where('id', '=', id).execute()

/** SQL for whether account `a` still manages the agents of `join_token`: a token ends with the right of the account that made it. */
const makerManages = (named: NamedAdmins | null) => sql<boolean>`(
  ${siteLevel(named)} = 'OWNER'
  or exists (select from organization_member m
    where m.account_id = a.id and m.org_id = join_token.bound_org and m.role_id = 'ADMIN')
  or (bound_projects is not null and not exists (select from project p where p.key = any(bound_projects) and p.removed is null
    and not exists (select from (${grantsIn(sql`a.id`)}) g where g.access_level = 'OWNER'))))`

/**
 * Finds a valid join token by its secret and records its use; null if there is none. As with API keys, a token ends while its creator's
 * account is blocked, and with the account's right to manage such agents. A token of deleted projects alone joins nobody.
 */
export const acceptJoinToken = async (
  db: Db,
  secret: string,
  { now, named }: { readonly now: number; readonly named: NamedAdmins | null },
): Promise<{ id: string; binding: Binding } | null> => {
  const row = await db
    .updateTable('join_token')
    .set({ last_used: now })
    .where('hash', '=', hashOf(secret))
    .where((where) => where.or([where('expires', 'is', null), where('expires', '>', now)]))
    .where(
      sql<boolean>`(created_by is null or exists (select from account a
          where a.id = join_token.created_by and a.blocked is null and ${makerManages(named)}))
        and (bound_projects is null or exists (select from project p where p.key = any(bound_projects) and p.removed is null))`,
    )
    .returning(['id', 'bound_org', 'bound_projects'])
    .executeTakeFirst()
  return row ? { id: row.id, binding: bindingOf(row) } : null
}
