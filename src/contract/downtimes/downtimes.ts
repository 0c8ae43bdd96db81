import { endpoint, shape } from '../core/endpoint.ts'
import { nameOf } from '../core/names.ts'
import { basedOn, optional, resource } from '../core/resource.ts'
import { named, results, time } from '../core/wire.ts'

const name = nameOf('1 <= string <= 400')

const times = shape({
  start_time: time,
  end_time: time,
  'repeated?': 'boolean',
  /** Days from one window to the next: 1 or 7, and 0 where it does not repeat. */
  'repeat_days?': '0 | 1 | 7',
  /** An IANA name: repeats keep their local time across daylight saving. */
  'timezone?': '1 <= string <= 100',
})

const draft = shape({ downtime: { '...': times, 'name?': name } })

const window = shape({ start_time: time, end_time: time })

const row = shape({
  id: 'string',
  meta: {
    name: 'string',
    /** `all` for all schedules of the project. */
    schedule_id: 'string',
    created: time,
    last_update: time,
  },
  schedule: {
    start_time: time,
    end_time: time,
    repeated: 'boolean',
    repeat_days: '0 | 1 | 7',
    timezone: 'string',
  },
  /** Whom it silences, in words: `all monitors`, or the name of its schedule. */
  scope: 'string',
  status: "'active' | 'upcoming' | 'past'",
  /** The window that holds now, else the next one; null where the last is over. */
  next_window: [window, '|', 'null'],
})

/** Time ranges in which schedules make no runs. */
export const downtimes = resource({
  name: 'downtime',
  // A schedule shows its next run, and whether downtimes leave it any time.
  neighbours: [{ kind: 'schedule', by: ['create', 'update', 'remove'] }],
  plural: 'downtimes',
  row,
  draft,
  endpoints: {
    list: endpoint('GET /api/2/schedules/{id}/downtime/', {
      summary:
        'The downtimes that cover a schedule, newest first: its own and those of all schedules; with the id all, every downtime of the project',
      access: 'see',
      query: named,
      lists: 'results',
      answer: results(row),
    }),
    read: endpoint('GET /api/2/schedules/downtime/{id}/', {
      summary: 'One downtime',
      access: 'see',
      shows: 'downtime',
      answer: row,
    }),
    create: endpoint('POST /api/2/schedules/{id}/downtime/', {
      summary: 'Creates a downtime of a schedule; with the id all, of all schedules of the project',
      access: 'edit',
      audit: 'downtime.create',
      status: 201,
      repeatable: true,
      body: draft,
      shows: 'downtime',
      answer: row,
    }),
    update: endpoint('POST /api/2/schedules/downtime/{id}/', {
      summary:
        'Changes a downtime: fields that are absent stay as they are; it takes them as creation does, or as reading returns them',
      access: 'edit',
      audit: 'downtime.update',
      body: shape({
        'downtime?': optional({ ...times, name }),
        'meta?': { 'name?': name },
        'schedule?': optional(times),
        ...basedOn,
      }),
      shows: 'downtime',
      answer: row,
    }),
    remove: endpoint('DELETE /api/2/schedules/downtime/{id}/', {
      summary: 'Deletes a downtime; if it holds now, its schedules run again at once',
      access: 'edit',
      audit: 'downtime.delete',
      status: 204,
      answer: null,
    }),
  },
})
