import { authSettings as authSettingResource } from '../../../contract/auth/auth-settings.ts'
import { callOrigins, PROVIDER_URLS, providerOrigins } from '../../../domain/auth/auth-origins.ts'
import { isOwner } from '../../../domain/core/access.ts'
import { inUse } from '../../../domain/core/in-use.ts'
import { hasPlaceholder } from '../../../domain/core/placeholders.ts'
import { type Problem, problem } from '../../../domain/core/problem.ts'
import { secretOrigins } from '../../../domain/secrets/secret-origins.ts'
import { isMemberWith } from '../../access/member-rights.ts'
import { outOfReach } from '../../delivery/out-of-reach.ts'
import type { HandlersOf, ProjectContext } from '../../http/context.ts'
import { crud, resourceOf } from '../../http/crud.ts'
import { forbidden, invalid, notFound, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import {
  type AuthSettingDoc,
  authSettingFigures,
  authSettings,
  changeOwner,
  isMonitor,
  newAuthSetting,
  usersOfSetting,
} from '../../store/auth/auth-settings.ts'
import { removeTokensOf, tokensOfSetting } from '../../store/auth/tokens.ts'
import { namedCertificates } from '../../store/certificates/certificates.ts'
import type { Stored } from '../../store/core/objects.ts'
import { authSettingRow, changedSetting, organizationCertificateRow } from './auth-setting-doc.ts'
import { ownerOf } from './owner-of.ts'

const rowsOf = async (stored: readonly Stored<AuthSettingDoc>[], { db, project }: ProjectContext) => {
  const ids = stored.map(({ id }) => id)
  const figures = await authSettingFigures(db, project.key, ids)
  const named = stored.flatMap(({ doc }) => doc.certificate_id ?? [])
  const certificates = await namedCertificates(db, [project.key], named)
  return stored.map((one) => {
    const certificate = certificates.find(({ id }) => id === one.doc.certificate_id)
    return authSettingRow(one, project.id, figures.get(one.id), certificate)
  })
}

/** Field errors of the organization's certificate that a setting is to use: it goes only where it was meant for. */
const certificateProblems = async (
  { settings, meta, certificate_id: id }: AuthSettingDoc,
  before: AuthSettingDoc,
  { db, project }: ProjectContext,
): Promise<Problem[]> => {
  if (!id) return []
  const wantedOf = (doc: Pick<AuthSettingDoc, 'settings' | 'meta'>) => [
    ...callOrigins(doc.settings, doc.meta.domain),
    ...(doc.settings.client_auth === 'mtls' ? providerOrigins(doc.settings) : []),
  ]
  const wanted = wantedOf({ settings, meta })
  // One that was deleted since does not hinder other changes; the screen says that it is gone.
  if (id === before.certificate_id && wanted.every((origin) => wantedOf(before).includes(origin))) return []
  const [found] = await namedCertificates(db, [project.key], [id])
  if (!found)
    return [problem('certificate_id', 'unknown', 'must be the id of a certificate of the project’s organization.')]
  const elsewhere = [...new Set(wanted)].filter((origin) => !found.doc.origins.includes(origin))
  return elsewhere.length === 0
    ? []
    : [
        problem(
          'certificate_id',
          'forbidden',
          `must be a certificate that may be presented to ${elsewhere.join(' and ')}: “${found.name}” may not. An ADMIN of the organization can change that.`,
        ),
      ]
}

/** Field errors of the monitor that runs after somebody has signed in. */
const actionProblems = async (
  { settings: { callback_action: action } }: AuthSettingDoc,
  before: AuthSettingDoc,
  { db, project }: ProjectContext,
): Promise<Problem[]> =>
  !action || action.id === before.settings.callback_action?.id || (await isMonitor(db, project.key, action.id))
    ? []
    : [problem('settings.callback_action.id', 'unknown', 'must be the id of a monitor of this project.')]

const providerUrls = ({ settings }: AuthSettingDoc) =>
  Object.fromEntries(PROVIDER_URLS.map((name) => [`settings.${name}`, settings[name]]))

/** Refuses to delete what monitors use. */
export const refuseUsed = (noun: string, many: number): Refusal | null => {
  const used = inUse(noun, many)
  return used === null ? null : new Refusal(409, 'conflict', used)
}

/** Handlers of auth settings. */
export const authSettingHandlers = ({
  sealing,
  allowed,
}: Services): HandlersOf<(typeof authSettingResource)['endpoints']> => {
  const kit = crud(authSettingResource, authSettings, {
    blank: () => newAuthSetting,
    name: ({ meta }, before) => meta?.name?.trim() ?? before ?? '',
    rules: () => [],
    resolve: async (draft, base, context) => {
      const { doc: found, problems } = changedSetting(base, draft, sealing)
      const action = await actionProblems(found, base, context)
      const unreachable = outOfReach(allowed, providerUrls(found), providerUrls(base))
      const certificate = await certificateProblems(found, base, context)
      return { found, problems: [...problems, ...unreachable, ...certificate, ...action] }
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

    'auth-setting.change-owner': async ({ params, body }, context) => {
      const { db, project, level, now } = context
      const before = await kit.forChange(params.id, context)
      if (before instanceof Refusal) return before
      if (before.owner !== ownerOf(context) && !isOwner(level))
        return forbidden('Only its owner and the OWNERs of the project can hand an auth setting over.')
      if (!(await isMemberWith(db, project.key, body.owner, 'edit')))
        return invalid([problem('owner', 'unknown', 'must be the account of a member who may edit this project.')])
      const stored = await changeOwner(db, before, body.owner, now)
      context.record({
        resource: resourceOf(authSettingResource, stored),
        before: { owner: before.owner },
        after: { owner: stored.owner },
      })
      return kit.row(stored, context)
    },

    'auth-setting.certificates': async (_, { db, project }) => ({
      meta: { more: false, next_cursor: null },
      data: (await namedCertificates(db, [project.key], null)).map(organizationCertificateRow),
    }),

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
