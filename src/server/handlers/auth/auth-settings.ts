import { authSettings as authSettingResource } from '../../../contract/auth/auth-settings.ts'
import { hasPlaceholder } from '../../../domain/core/placeholders.ts'
import { secretOrigins } from '../../../domain/secrets/secret-origins.ts'
import type { HandlersOf, ProjectContext } from '../../http/context.ts'
import { crud } from '../../http/crud.ts'
import { notFound, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import {
  type AuthSettingDoc,
  authSettingFigures,
  authSettings,
  newAuthSetting,
  usersOfSetting,
} from '../../store/auth/auth-settings.ts'
import { removeTokensOf, tokensOfSetting } from '../../store/auth/tokens.ts'
import type { Stored } from '../../store/core/objects.ts'
import { authSettingRow, changedSetting } from './auth-setting-doc.ts'

const rowsOf = async (stored: readonly Stored<AuthSettingDoc>[], { db, project }: ProjectContext) => {
  const ids = stored.map(({ id }) => id)
  const figures = await authSettingFigures(db, project.key, ids)
  return stored.map((one) => authSettingRow(one, project.id, figures.get(one.id)))
}

/** Refuses to delete what monitors use. */
export const refuseUsed = (noun: string, many: number): Refusal | null =>
  many === 0
    ? null
    : new Refusal(
        409,
        'conflict',
        `${many === 1 ? 'A monitor uses' : `${many} monitors use`} this ${noun}: choose another for ${many === 1 ? 'it' : 'them'} first.`,
      )

/** Handlers of auth settings. */
export const authSettingHandlers = ({ sealing }: Services): HandlersOf<(typeof authSettingResource)['endpoints']> => {
  const kit = crud(authSettingResource, authSettings, {
    blank: () => newAuthSetting,
    name: ({ meta }, before) => meta?.name?.trim() ?? before ?? '',
    rules: () => [],
    resolve: (draft, base) => {
      const { doc: found, problems } = changedSetting(base, draft, sealing)
      return { found, problems }
    },
    toDoc: (_, __, changed) => changed,
    toRows: rowsOf,
    // Its tokens are of no use without it; the audit log names each.
    beforeRemove: async ({ id }, context) => {
      const { db, project } = context
      for (const token of await tokensOfSetting(db, project.key, id))
        context.record({ resource: { type: 'token', id: token.id, name: token.name }, before: { name: token.name } })
      await removeTokensOf(db, project.key, id)
    },
  })
  return {
    ...kit.handlers,

    'auth-setting.remove': async (input, context) => {
      const { db, project } = context
      const figures = await authSettingFigures(db, project.key, [input.params.id])
      const used = refuseUsed('auth setting', figures.get(input.params.id)?.usedBy ?? 0)
      return used ?? kit.handlers['auth-setting.remove'](input, context)
    },

    'auth-setting.users': async ({ params }, { db, project }) => {
      const setting = await authSettings.read(db, project.key, params.id)
      if (!setting) return notFound('auth setting')
      const allowed = setting.doc.settings.allowed_origins
      const rows = await usersOfSetting(db, project.key, params.id)
      const refused = (url: string) =>
        hasPlaceholder(url)
          ? null
          : (secretOrigins({ url, headers: [] }).find((each) => !allowed.includes(each)) ?? null)
      return {
        meta: { more: false, next_cursor: null },
        data: rows.map((row) => ({ ...row, refused_origin: refused(row.url) })),
      }
    },
  }
}
