import type { accounts } from '../../../contract/accounts/accounts.ts'
import type { ProductContract } from '../../../contract/contract.ts'
import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import { profileProblems } from '../../../domain/accounts/profile-rules.ts'
import type { Problem } from '../../../domain/core/problem.ts'
import { shownName } from '../../../domain/core/shown-name.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import type { Caller } from '../../access/caller.ts'
import { projectKeyOf } from '../../access/standing.ts'
import type { HandlersPart } from '../../http/context.ts'
import { forbidden, invalid, notFound } from '../../refusal.ts'
import { accountById, isAddressConfirmed, isOfTenant, projectIdOf } from '../../store/accounts/accounts.ts'
import type { Db } from '../../store/core/database.ts'
import { identitiesOf } from '../../store/federation/account-identities.ts'

type Profile = AnswerOf<ProductContract['account.read']>
type Account = NonNullable<Awaited<ReturnType<typeof accountById>>>

const ofPersons = forbidden('An API key has no account of its own.')

/** Handlers for a person's own account. */
export const profileHandlers = () =>
  ({
    'account.read': async (_, { caller, db }) => {
      if (caller.kind !== 'account') return ofPersons
      const account = await accountById(db, caller.accountId)
      return account ? answerOf(db, account) : notFound('account')
    },

    'account.update': async ({ body }, context) => {
      const { caller, db, now } = context
      if (caller.kind !== 'account') return ofPersons
      const before = await accountById(db, caller.accountId)
      if (!before) return notFound('account')
      const first = await defaultProject(db, caller, body.default_project_id)
      const problems = [...profileProblems(body), ...first.problems]
      if (problems.length > 0) return invalid(problems)
      const { name, nickname, company, role, picture, preferences } = body
      await db
        .updateTable('account')
        .set({
          last_update: now,
          ...(name !== undefined && { name: shownName(name) }),
          ...(nickname !== undefined && { nickname: shownName(nickname ?? '') || null }),
          ...(company !== undefined && { company: company?.trim() || null }),
          ...(role !== undefined && { role: role?.trim() || null }),
          ...(picture !== undefined && { picture: picture || null }),
          ...(first.key !== undefined && { default_project_key: first.key }),
          ...(preferences && { preferences: JSON.stringify({ ...before.preferences, ...preferences }) }),
        })
        .where('id', '=', before.id)
        .execute()
      const after = await accountById(db, before.id)
      if (!after) return notFound('account')
      // Preferences are private; changes of the profile are audited.
      if ([name, nickname, company, role, picture].some((each) => each !== undefined))
        context.record({
          resource: { type: 'account', id: after.id, name: after.email },
          before: contextText(before),
          after: contextText(after),
        })
      return answerOf(db, after)
    },
  }) satisfies HandlersPart<typeof accounts>

/** Returns the key of the requested default project; undefined if the request does not set one. */
const defaultProject = async (
  db: Db,
  caller: Extract<Caller, { kind: 'account' }>,
  id: string | null | undefined,
): Promise<{ key?: number | null; problems: Problem[] }> => {
  if (id === undefined) return { problems: [] }
  if (id === null || id === '') return { key: null, problems: [] }
  const key = await projectKeyOf(db, caller, id)
  const message = 'default_project_id must be the id of a project that you may enter.'
  return key === null
    ? { problems: [{ field: 'default_project_id', code: 'unknown', message }] }
    : { key, problems: [] }
}

const contextText = ({ name, nickname, company, role, picture }: Account) => ({
  name,
  nickname,
  company,
  role,
  picture: picture === null ? null : `an image of ${Math.ceil((picture.length * 3) / 4 / 1000)} kB`,
})

const answerOf = async (db: Db, account: Account): Promise<Profile> => ({
  id: account.id,
  name: account.name,
  nickname: account.nickname,
  company: account.company,
  role: account.role,
  email: account.email,
  email_verified: isAddressConfirmed(account),
  picture: account.picture,
  default_project_id: await projectIdOf(db, account.default_project_key),
  preferences: account.preferences,
  has_password: account.password_hash !== null,
  of_tenant: isOfTenant(account),
  last_login: account.last_login === null ? null : formatTime(account.last_login),
  created: formatTime(account.created),
  user_id: account.id,
  identities: await identityRows(db, account),
  permissions: account.site_permission === null ? [] : [account.site_permission],
  logins_count: account.logins_count,
  last_ip: account.last_ip,
  updated_at: formatTime(account.last_update),
})

/** The ways in which an account signs in, in the words of identity providers. */
const identityRows = async (db: Db, account: Account): Promise<Profile['identities']> => {
  const linked = await identitiesOf(db, account.id)
  const own = { provider: 'sonde', connection: 'Username-Password', user_id: account.id, isSocial: false }
  return [
    ...(account.password_hash === null ? [] : [own]),
    ...linked.map(({ name, issuer, subject }) => ({
      provider: name === null ? 'auth0' : 'oidc',
      connection: name ?? new URL(issuer).host,
      user_id: subject,
      isSocial: false,
    })),
  ]
}
