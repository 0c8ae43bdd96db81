import { endpoint, shape } from '../core/endpoint.ts'
import { data, named, time } from '../core/wire.ts'

const deletedRow = shape({
  id: 'string',
  name: 'string',
  url: 'string',
  tags: 'string[]',
  deleted: time,
  /** Afterwards it is gone for good. */
  restorable_until: time,
})

/** Deleted monitors, which `monitor.restore` brings back. */
export const deletedMonitorList = {
  'deleted-monitor.list': endpoint('GET /api/3/monitors/deleted', {
    summary: 'Lists the deleted monitors that can be restored, the last deleted first',
    access: 'see',
    query: named,
    lists: 'data',
    answer: data(deletedRow),
  }),
} as const
