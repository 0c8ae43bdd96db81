import { ALL_SCHEDULES } from '../../domain/downtimes/downtime-rules.ts'
import { kind, listed, nowhere } from '../core/kind-row.ts'

/** Downtimes. */
export const downtimeKinds = {
  downtime: kind({
    noun: ['downtime', 'downtimes'],
    icon: 'pause',
    parameter: null,
    list: listed('downtime.list', { params: { id: ALL_SCHEDULES } }, ({ data }) =>
      data.map(({ id, meta, status }) => ({ id, name: meta.name, note: status })),
    ),
    naming: null,
    routes: nowhere,
  }),
}
