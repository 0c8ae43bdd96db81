import { ALL_SCHEDULES } from '../../domain/downtimes/downtime-rules.ts'
import { kind, listed, namedBy } from '../core/kind-row.ts'

/** Downtimes. */
export const downtimeKinds = {
  downtime: kind({
    noun: ['downtime', 'downtimes'],
    icon: 'pause',
    parameter: 'downtimeId',
    list: listed('downtime.list', { params: { id: ALL_SCHEDULES } }, ({ data }) =>
      data.map(({ id, meta, status }) => ({ id, name: meta.name, note: status })),
    ),
    naming: namedBy(
      'downtime.list',
      () => ({ params: { id: ALL_SCHEDULES } }),
      ({ data }, id) => data.find((each) => each.id === id)?.meta.name ?? null,
    ),
    routes: { list: 'downtimes', one: 'downtime', make: 'new-downtime', edit: 'downtime' },
  }),
}
