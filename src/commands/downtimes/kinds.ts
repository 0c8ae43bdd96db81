import { ALL_SCHEDULES } from '../../domain/downtimes/downtime-rules.ts'
import { kind, listed, namedBy, noRoutes } from '../core/kind-row.ts'

/** Downtimes of projects and organizations. */
export const downtimeKinds = {
  downtime: kind({
    noun: ['downtime', 'downtimes'],
    icon: 'pause',
    parameter: 'downtimeId',
    list: listed('downtime.list', { params: { id: ALL_SCHEDULES } }, ({ results }) =>
      results.map(({ id, meta, status }) => ({ id, name: meta.name, note: status })),
    ),
    naming: namedBy(
      'downtime.list',
      () => ({ params: { id: ALL_SCHEDULES } }),
      ({ results }, id) => results.find((each) => each.id === id)?.meta.name ?? null,
    ),
    routes: { list: 'downtimes', one: 'downtime', make: 'new-downtime', edit: 'downtime' },
  }),
  'organization-downtime': kind({
    noun: ['organization downtime', 'organization downtimes'],
    icon: 'pause',
    parameter: null,
    named: 'by any text',
    // They are listed by organization, and a line names none.
    list: null,
    naming: null,
    routes: { ...noRoutes, list: 'organization-downtimes' },
  }),
}
