import type { ProductContract } from '../../../contract/contract.ts'
import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import type { sharedMonitorList } from '../../../contract/monitors/shared-monitors.ts'
import { isReservedTag } from '../../../domain/core/tag-rules.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { NOT_SHARED, sharedParts, withoutQuery } from '../../../domain/monitors/sharing.ts'
import type { Caller } from '../../access/caller.ts'
import { refuseByRules } from '../../access/organizations.ts'
import type { HandlersOf } from '../../http/context.ts'
import { forbidden, type Refusal } from '../../refusal.ts'
import type { Db } from '../../store/core/database.ts'
import { keyOfCursor } from '../../store/core/key-cursor.ts'
import { type MonitorFigures, monitorFigures } from '../../store/monitors/monitor-figures.ts'
import { domainOf } from '../../store/monitors/monitors.ts'
import { isInOrganization, type SharedMonitor, sharedMonitors } from '../../store/monitors/shared-monitors.ts'

type SharedRow = AnswerOf<ProductContract['shared-monitor.list']>['results'][number]

const PAGE = 100

/** Lists the monitors that other projects share. */
export const sharedMonitorHandlers = (): HandlersOf<typeof sharedMonitorList> => ({
  'shared-monitor.list': async ({ params: { org }, query }, { caller, db, now }) => {
    const isPublic = org === 'public'
    const refused = isPublic ? null : await refusalOf(db, caller, org, now)
    if (refused) return refused
    const limit = query.limit ?? PAGE
    const found = await sharedMonitors(db, isPublic ? 'everyone' : { orgId: org }, {
      before: keyOfCursor(query.cursor, { base: 36 }),
      limit: limit + 1,
    })
    const page = found.slice(0, limit)
    const last = page.at(-1)
    const more = found.length > page.length
    const figures = await monitorFigures(db, page, now)
    return {
      meta: { more, next_cursor: more && last ? last.key.toString(36) : null },
      results: page.map((one) => rowOf(one, !isPublic, figures.get(one.key))),
    }
  },
})

const refusalOf = async (db: Db, caller: Caller, orgId: string, now: number): Promise<Refusal | null> => {
  if (caller.kind !== 'account') return forbidden('An API key cannot list the monitors of an organization.')
  const isAllowed = caller.sitePermission !== null || (await isInOrganization(db, caller.accountId, orgId))
  return isAllowed
    ? refuseByRules(db, caller, orgId, now)
    : forbidden('Only members of an organization may list its monitors.')
}

const rowOf = (one: SharedMonitor, isInOrganization: boolean, figures: MonitorFigures | undefined): SharedRow => {
  const { meta, request, access = NOT_SHARED } = one.doc
  const shown = sharedParts(access, isInOrganization)
  return {
    id: one.id,
    meta: {
      name: one.name,
      description: shown.settings ? meta.description : null,
      tags: shown.settings ? meta.tags.filter((tag) => !isReservedTag(tag)) : [],
      domain: shown.settings ? domainOf(request.url) : null,
      project_id: one.project_id,
      project_name: one.project_name,
      last_update: formatTime(one.last_update),
    },
    request: shown.settings ? { method: request.method, url: withoutQuery(request.url) } : null,
    shown,
    last_result: (shown.results && figures?.lastResult) || null,
    pass_rate_24h: shown.stats ? (figures?.passRate ?? null) : null,
    median_24h: shown.stats ? (figures?.medianMs ?? null) : null,
  }
}
