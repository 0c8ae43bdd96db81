import { sql } from 'kysely'
import type { acknowledgements } from '../../../contract/alerts/acknowledgements.ts'
import type { ProductContract } from '../../../contract/contract.ts'
import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { accountOf } from '../../access/caller.ts'
import { acknowledge, hadBegun, takeBack } from '../../alerts/acknowledge.ts'
import { type AcknowledgeLink, readAcknowledgeToken } from '../../delivery/acknowledge-link.ts'
import type { HandlersOf, ProjectContext } from '../../http/context.ts'
import { notFound, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { accountById } from '../../store/accounts/accounts.ts'
import { alertTarget } from '../../store/alerts/alert-target.ts'
import { type OpenAlert, openAlerts } from '../../store/alerts/open-alerts.ts'
import { targetKindOf } from '../../store/alerts/target-kind.ts'
import type { Db } from '../../store/core/database.ts'

type OpenRow = AnswerOf<ProductContract['alert.open']>['data'][number]
type Linked = AnswerOf<ProductContract['acknowledgement.read']>

const gone = new Refusal(
  410,
  'gone',
  'This link does not work: it is incomplete, or the monitor was deleted. Open it from the message again.',
)

/** Acknowledging, by people who are signed in and by the links of messages. */
export const acknowledgementHandlers = ({ sealing }: Services): HandlersOf<typeof acknowledgements> => {
  const found = async (db: Db, token: string) => {
    const link = readAcknowledgeToken(sealing, token)
    const target = link && (await targetOf(db, link))
    return link && target ? { link, target } : null
  }
  const linkedOf = async (
    db: Db,
    { link, target }: NonNullable<Awaited<ReturnType<typeof found>>>,
  ): Promise<Linked> => {
    const alerts = await openAlerts(db, link.projectKey, link.targetKey)
    const open = alerts.filter(({ state }) => hadBegun(state, link.at)).map(rowOf)
    const waiting = open.filter(({ acknowledged }) => acknowledged === null)
    return {
      call_name: target.name,
      project: target.project,
      state: open.length === 0 ? 'over' : waiting.length > 0 ? 'open' : 'acknowledged',
      since: open.at(-1)?.since ?? null,
      acknowledged_by: waiting.length > 0 ? null : (open[0]?.acknowledged?.by ?? null),
    }
  }
  return {
    'alert.open': async ({ query }, { db, project }) => {
      const target = query.monitor_id === undefined ? null : await alertTarget(db, project.key, query.monitor_id)
      if (target === undefined) return notFound('monitor')
      const rows = await openAlerts(db, project.key, target?.key ?? null)
      return { meta: { more: false, next_cursor: null }, data: rows.map(rowOf) }
    },

    'alert.acknowledge': async ({ params, body }, context) => {
      const { db, project, now, record } = context
      const target = await alertTarget(db, project.key, params.id)
      if (!target) return notFound('monitor')
      const by = await nameOf(context)
      const note = body.note?.trim() || null
      const alerts = await acknowledge(db, { projectKey: project.key, targetKey: target.key, by, note, now })
      if (alerts === 0)
        return new Refusal(409, 'conflict', `No alert of “${target.name}” waits for an acknowledgement.`)
      record({ resource: { type: target.kind, id: target.id, name: target.name }, after: { acknowledged: true, note } })
      return { call_id: target.id, call_name: target.name, alerts }
    },

    'alert.unacknowledge': async ({ params }, { db, project, now, record }) => {
      const target = await alertTarget(db, project.key, params.id)
      if (!target) return notFound('monitor')
      const alerts = await takeBack(db, { projectKey: project.key, targetKey: target.key, now })
      if (alerts === 0) return new Refusal(409, 'conflict', `No alert of “${target.name}” is acknowledged.`)
      record({ resource: { type: target.kind, id: target.id, name: target.name }, after: { acknowledged: false } })
      return { call_id: target.id, call_name: target.name, alerts }
    },

    'acknowledgement.read': async ({ params }, { db }) => {
      const one = await found(db, params.token)
      return one ? linkedOf(db, one) : gone
    },

    'acknowledgement.confirm': async ({ params }, { db, now, record }) => {
      const one = await found(db, params.token)
      if (!one) return gone
      const { link, target } = one
      const { projectKey, targetKey, by, at } = link
      const alerts = await acknowledge(db, { projectKey, targetKey, by, note: null, begunBy: at, now })
      if (alerts > 0)
        record({
          resource: { type: target.kind, id: target.id, name: target.name },
          after: { acknowledged: true, by },
          project: { key: projectKey, id: target.project_id, orgId: target.org_id },
        })
      return linkedOf(db, one)
    },
  }
}

type Linkable = {
  id: string
  name: string
  kind: string
  project: string
  project_id: string
  org_id: string | null
}

const targetOf = async (db: Db, { projectKey, targetKey }: AcknowledgeLink): Promise<Linkable | undefined> => {
  const { rows } = await sql<Linkable>`
    select o.id, o.name, o.kind, p.name as project, p.id as project_id, p.org_id from object o join project p on p.key = o.project_key
    where o.key = ${targetKey} and o.project_key = ${projectKey} and p.removed is null`.execute(db)
  return rows[0]
}

const rowOf = ({ state, location_id, call_kind, ...row }: OpenAlert): OpenRow => {
  const { sinceMs, told, ack } = state.context
  return {
    ...row,
    call_kind: targetKindOf(call_kind) ?? 'monitor',
    no_data_from: location_id,
    since: sinceMs === null ? null : formatTime(sinceMs),
    told,
    acknowledged: ack ? { by: ack.by, time: formatTime(ack.atMs) } : null,
  }
}

/** Who acknowledges, as colleagues read it in messages and on the pages of the project. */
const nameOf = async ({ caller, db }: ProjectContext): Promise<string> => {
  const accountId = accountOf(caller)
  const account = accountId === null ? undefined : await accountById(db, accountId)
  return account?.name ?? 'an API key'
}
