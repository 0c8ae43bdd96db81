import { keyOf } from '../../../machines/resource/cache.ts'
import type { Entity, EntityKind } from '../../commands/core/world.ts'
import type { EndpointName, ProductContract } from '../../contract/contract.ts'
import type { CallOf } from '../../contract/core/client.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { destinationOf } from '../../domain/alerts/webhook-types.ts'
import { ALL_SCHEDULES } from '../../domain/downtimes/downtime-rules.ts'
import type { AppActor } from './door.ts'
import { held } from './held.ts'
import { machineOf } from './machines-of.ts'

/** The same; asking for it loads it where nobody did yet. */
const loaded = <Name extends EndpointName>(
  app: AppActor,
  operation: Name,
  input: CallOf<ProductContract[Name]>,
): AnswerOf<ProductContract[Name]> | undefined => {
  const cache = machineOf(app, 'cache')
  if (!cache?.getSnapshot().context.resources[keyOf(operation, input)])
    cache?.send({ type: 'REQUIRE', operation, input })
  return held(app, operation, input)
}

const isSame = (a: Entity, b: Entity): boolean =>
  a.id === b.id && a.name === b.name && a.note === b.note && a.category === b.category

/**
 * A list derived from data, and the very same list for as long as nothing that it shows has changed: results come in all the time,
 * and what searching makes of ten thousand names is kept with the list.
 */
const derived = <Data extends object>(derive: (data: Data) => readonly Entity[]) => {
  let from: Data | null = null
  let list: readonly Entity[] = []
  return (data: Data | undefined): readonly Entity[] => {
    if (!data) return []
    if (data === from) return list
    const before = list
    const after = derive(data).map((entity, index) => {
      const known = before[index]
      return known && isSame(known, entity) ? known : entity
    })
    from = data
    list = after.length === before.length && after.every((entity, index) => entity === before[index]) ? before : after
    return list
  }
}

type Answer<Name extends EndpointName> = AnswerOf<ProductContract[Name]>

const monitors = derived<Answer<'monitor.list'>>(({ data }) =>
  data.map(({ id, meta, request, last_result }) => ({
    id,
    name: meta.name,
    note: `${request.method} ${meta.domain ?? ''}`,
    ...(last_result && { category: last_result.result_category }),
  })),
)
const tags = derived<Answer<'monitor.list'>>(({ data }) => {
  const counts = new Map<string, number>()
  for (const { meta } of data) for (const tag of meta.tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts]
    .sort(([a, m], [b, n]) => n - m || a.localeCompare(b))
    .map(([tag, count]) => ({ id: tag, name: tag, note: `${count} ${count === 1 ? 'monitor' : 'monitors'}` }))
})
const schedules = derived<Answer<'schedule.list'>>(({ data }) =>
  data.map(({ id, name, targets }) => ({ id, name, note: `${targets.length} targets` })),
)
const downtimes = derived<Answer<'downtime.list'>>(({ data }) =>
  data.map(({ id, meta, status }) => ({ id, name: meta.name, note: status })),
)
const webhooks = derived<Answer<'webhook.list'>>(({ data }) =>
  data.map(({ id, name, web_hook_type, parameters }) => ({ id, name, note: destinationOf(web_hook_type, parameters) })),
)
const locations = derived<Answer<'agent.list'>>(({ agent_list }) =>
  agent_list.map(({ id, agent, online, simulated }) => ({
    id,
    name: agent.name,
    note: online ? agent.region : simulated ? 'simulated' : 'offline',
  })),
)

const apiKeys = derived<Answer<'key.list'>>(({ results }) =>
  results.map(({ id, name, prefix, access_level }) => ({ id, name, note: `${prefix}… ${access_level}` })),
)

const mails = derived<Answer<'outbox.list'>>(({ results }) =>
  results.map(({ id, to, subject, status }) => ({ id, name: `${subject ?? 'Mail'} to ${to}`, note: status })),
)

const accounts = derived<Answer<'account.list'>>(({ results }) =>
  results.map(({ id, name, email, blocked }) => ({ id, name: email, note: blocked === null ? name : 'blocked' })),
)

const notifications = derived<Answer<'notification.list'>>(({ results }) =>
  results.map(({ id, title, text }) => ({ id, name: title, note: text })),
)

/** What there is of a kind, for choices and for names in a line. */
export const entitiesOf = (app: AppActor, kind: EntityKind): readonly Entity[] => {
  switch (kind) {
    case 'monitor':
      return monitors(loaded(app, 'monitor.list', {}))
    case 'tag':
      return tags(loaded(app, 'monitor.list', {}))
    case 'schedule':
      return schedules(loaded(app, 'schedule.list', {}))
    case 'downtime':
      return downtimes(loaded(app, 'downtime.list', { params: { id: ALL_SCHEDULES } }))
    case 'webhook':
      return webhooks(loaded(app, 'webhook.list', {}))
    case 'location':
      return locations(loaded(app, 'agent.list', {}))
    case 'project':
      return (machineOf(app, 'project')?.getSnapshot().context.projects ?? []).map(({ project, organization }) => ({
        id: project.id,
        name: project.name,
        note: organization?.name ?? 'Personal',
      }))
    case 'collection':
      return (machineOf(app, 'project')?.getSnapshot().context.organizations ?? []).map(({ id, name }) => ({
        id,
        name,
      }))
    case 'api-key':
      return apiKeys(loaded(app, 'key.list', {}))
    case 'mail':
      return mails(loaded(app, 'outbox.list', { query: { limit: 50 } }))
    case 'account':
      return accounts(loaded(app, 'account.list', { query: { limit: 50 } }))
    case 'notification':
      return notifications(loaded(app, 'notification.list', { query: { limit: 10 } }))
    case 'audit-entry':
    case 'result':
      return []
  }
}
