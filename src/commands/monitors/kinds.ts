import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { ownTags } from '../../domain/core/tag-rules.ts'
import { monitorMethod, monitorPlace, monitorUrl } from '../../domain/monitors/monitor-address.ts'
import { kind, listed, namedBy, noRoutes } from '../core/kind-row.ts'

type Row = AnswerOf<ProductContract['monitor.list']>['data'][number]

const LONGEST_PLACE = 48
const MOST_TAGS = 3

/** Words that tell monitors of one name apart: method, host and path, tags, and the environment unless it is the usual one. */
const monitorNote = (row: Row): string => {
  const place = monitorPlace(row)
  const tags = ownTags(row.meta.tags).slice(0, MOST_TAGS)
  return [
    `${monitorMethod(row)} ${place.length > LONGEST_PLACE ? `${place.slice(0, LONGEST_PLACE)}…` : place}`,
    ...(tags.length > 0 ? [tags.join(', ')] : []),
    ...(row.meta.workspace === USUAL_ENVIRONMENT ? [] : [row.meta.workspace]),
  ].join(' · ')
}
const USUAL_ENVIRONMENT = 'global'

/** Monitors, deleted ones that can be restored, and tags. */
export const monitorKinds = {
  monitor: kind({
    noun: ['monitor', 'monitors'],
    icon: 'monitor',
    parameter: 'callId',
    fields: ['monitor_id', 'targets', 'call_ids'],
    list: listed('monitor.list', {}, ({ data }) =>
      data.map((each) => ({
        id: each.id,
        name: each.meta.name,
        note: monitorNote(each),
        address: monitorUrl(each),
        ...(each.last_result && { category: each.last_result.result_category }),
      })),
    ),
    naming: namedBy(
      'monitor.read',
      (id) => ({ params: { id } }),
      ({ meta }) => meta.name,
    ),
    routes: { list: 'monitors', one: 'monitor', make: 'new-monitor', edit: 'monitor-edit' },
  }),
  'browser-test': kind({
    noun: ['browser test', 'browser tests'],
    icon: 'globe',
    parameter: null,
    list: listed('monitor.list', {}, ({ data }) =>
      data
        .filter(({ type }) => type === 'browser')
        .map(({ id, meta }) => ({ id, name: meta.name, note: meta.domain ?? '' })),
    ),
    naming: null,
    routes: noRoutes,
  }),
  'deleted-monitor': kind({
    noun: ['deleted monitor', 'deleted monitors'],
    icon: 'trash',
    parameter: null,
    lags: true,
    list: listed('deleted-monitor.list', {}, ({ data }) =>
      data.map(({ id, name, deleted }) => ({ id, name, note: `deleted ${deleted.slice(0, 10)}` })),
    ),
    naming: null,
    routes: noRoutes,
  }),
  'older-monitor': kind({
    noun: ['older monitor', 'older monitors'],
    icon: 'changes',
    parameter: null,
    lags: true,
    list: listed('older-monitor.list', {}, ({ data }) => data.map(({ id, name, url }) => ({ id, name, note: url }))),
    naming: null,
    routes: noRoutes,
  }),
  tag: kind({
    noun: ['tag', 'tags'],
    icon: 'tag',
    parameter: null,
    fields: ['tags', 'include_tags', 'exclude_tags'],
    named: 'by any text',
    list: listed('monitor.list', {}, ({ data, meta: { more } }) => {
      const counts = new Map<string, number>()
      for (const { meta } of data) for (const tag of ownTags(meta.tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
      return [...counts]
        .sort(([a, m], [b, n]) => n - m || a.localeCompare(b))
        .map(([tag, count]) => ({
          id: tag,
          name: tag,
          ...(!more && { note: `${count} ${count === 1 ? 'monitor' : 'monitors'}` }),
        }))
    }),
    naming: null,
    routes: noRoutes,
  }),
}
