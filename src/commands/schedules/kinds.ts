import { kind, listed, namedBy } from '../core/kind-row.ts'

/** Schedules. */
export const scheduleKinds = {
  schedule: kind({
    noun: ['schedule', 'schedules'],
    icon: 'schedule',
    parameter: 'scheduleId',
    list: listed('schedule.list', {}, ({ data }) =>
      data.map(({ id, name, targets }) => ({
        id,
        name,
        note: targets.length === 1 ? '1 target' : `${targets.length} targets`,
      })),
    ),
    naming: namedBy(
      'schedule.list',
      () => ({}),
      ({ data }, id) => data.find((each) => each.id === id)?.name ?? null,
    ),
    routes: { list: 'schedules', one: 'schedule', make: 'new-schedule', edit: 'schedule' },
  }),
}
