import { sql } from 'kysely'
import { tokens as tokenResource } from '../../../contract/auth/tokens.ts'
import { holds } from '../../../domain/core/access.ts'
import { blankToken, planRefreshOf } from '../../auth/issue.ts'
import type { HandlersPart, ProjectContext } from '../../http/context.ts'
import { crud, resultsPage } from '../../http/crud.ts'
import { refuseStale } from '../../http/if-unchanged.ts'
import { forbidden, invalid, notFound, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { authSettings } from '../../store/auth/auth-settings.ts'
import { refreshTimes, type TokenDoc, tokens, tokenUsers } from '../../store/auth/tokens.ts'
import type { Stored } from '../../store/core/objects.ts'
import { refuseUsed } from './auth-settings.ts'
import { ownerOf } from './owner-of.ts'
import { changedToken, tokenRow } from './token-doc.ts'

/** Refuses a change of somebody else's token. */
export const refuseOthers = (token: Stored<TokenDoc>, context: ProjectContext): Refusal | null =>
  token.doc.owned_by === ownerOf(context)
    ? null
    : forbidden('This token belongs to someone else. Only its owner can change it: create a token of your own.')

const rowsOf = async (stored: readonly Stored<TokenDoc>[], context: ProjectContext) => {
  const { db, project, now } = context
  const owner = ownerOf(context)
  const settings = await authSettings.readMany(db, project.key, [...new Set(stored.map(({ doc }) => doc.auth_id))])
  const bySetting = new Map(settings.map(({ id, doc }) => [id, doc]))
  const due = await refreshTimes(
    db,
    stored.map(({ key }) => key),
  )
  const users = await tokenUsers(
    db,
    project.key,
    stored.map(({ id }) => id),
  )
  return stored.map((one) =>
    tokenRow(one, {
      setting: bySetting.get(one.doc.auth_id),
      mine: one.doc.owned_by === owner,
      refreshAt: due.get(one.key),
      usedBy: users.get(one.id) ?? 0,
      now,
    }),
  )
}

const kit = crud(tokenResource, tokens, {
  blank: ({ meta }) => blankToken(meta.auth_id, ''),
  name: ({ meta }, before) => meta?.name?.trim() ?? before ?? '',
  // Creation and changes have handlers of their own.
  rules: () => [],
  toDoc: (base) => base,
  toRows: rowsOf,
})

/** Handlers of stored tokens. */
export const tokenHandlers = ({ sealing }: Services) =>
  ({
    ...kit.handlers,

    'token.create': async ({ body }, context) => {
      const setting = await authSettings.readForChange(context.db, context.project.key, body.meta.auth_id)
      if (!setting) return notFound('auth setting')
      const blank = blankToken(setting.id, ownerOf(context))
      const { doc, problems } = changedToken(blank, body, { setting: setting.doc, sealing })
      if (problems.length > 0) return invalid(problems)
      return storeToken(context, { before: null, name: body.meta.name.trim(), doc })
    },

    'token.update': async ({ params, body }, context) => {
      const before = await kit.forChange(params.id, context)
      if (before instanceof Refusal) return before
      const refused = refuseOthers(before, context) ?? refuseStale('token', body.if_last_update, before)
      if (refused) return refused
      const { auth_id: other = before.doc.auth_id } = body.meta ?? {}
      if (other !== before.doc.auth_id) {
        const message = 'meta.auth_id cannot change: create a token for the other auth setting.'
        return invalid([{ field: 'meta.auth_id', code: 'forbidden', message }])
      }
      const setting = await authSettings.read(context.db, context.project.key, before.doc.auth_id)
      if (!setting) return notFound('auth setting')
      const { doc, problems } = changedToken(before.doc, body, { setting: setting.doc, sealing })
      if (problems.length > 0) return invalid(problems)
      return storeToken(context, { before, name: body.meta?.name?.trim() ?? before.name, doc })
    },

    'token.remove': async (input, context) => {
      const stored = await kit.forChange(input.params.id, context)
      if (stored instanceof Refusal) return stored
      // Who manages the project may clear away the token of someone who left.
      const refused = holds(context.level, 'manage') ? null : refuseOthers(stored, context)
      if (refused) return refused
      const users = await tokenUsers(context.db, context.project.key, [stored.id])
      return refuseUsed('token', users.get(stored.id) ?? 0) ?? kit.handlers['token.remove'](input, context)
    },

    'token.list-of-setting': async ({ params, query }, context) => {
      const { db, project } = context
      if (!(await authSettings.read(db, project.key, params.id))) return notFound('auth setting')
      const page = await tokens.list(db, project.key, query, sql<boolean>`doc ->> 'auth_id' = ${params.id}`)
      return resultsPage(page, await rowsOf(page.rows, context), context)
    },
  }) satisfies HandlersPart<(typeof tokenResource)['endpoints']>

type Write = { readonly before: Stored<TokenDoc> | null; readonly name: string; readonly doc: TokenDoc }

/** A token as its audit entry shows it: user names, access keys and the provider's answer are for its owner alone. */
const audited = ({ texts: _, api_response: __, ...doc }: TokenDoc) => doc

/** Stores a token, plans its refresh and records the change. */
export const storeToken = async (context: ProjectContext, { before, name, doc }: Write) => {
  const { db, project, now, actor: owner } = context
  const stored = before
    ? await tokens.update(db, before, { name, doc, now })
    : await tokens.create(db, { projectKey: project.key, name, doc, owner, now })
  await planRefreshOf(db, stored, now)
  context.record({
    resource: { type: 'token', id: stored.id, name },
    ...(before && { before: { name: before.name, ...audited(before.doc) } }),
    after: { name, ...audited(doc) },
  })
  return kit.row(stored, context)
}

/** A token as it is answered. */
export const tokenRowOf = (stored: Stored<TokenDoc>, context: ProjectContext) => kit.row(stored, context)
