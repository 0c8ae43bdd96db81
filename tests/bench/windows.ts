import type { AnyEndpoint } from '../../src/contract/core/endpoint.ts'
import { DAY_MS } from '../../src/domain/core/periods.ts'
import { type Ids, pathWith, variablesOf, withOwnIds } from '../laws/ids.ts'
import { samples } from '../laws/samples.ts'
import { bodyTimes, queriedTimes, withAt, withTimes } from '../laws/timed-endpoints.ts'
import { giveDemo } from '../support/demo.ts'
import type { Installation } from '../support/installation.ts'
import type { BenchOptions } from './main.ts'
import type { Row } from './row.ts'
import { inWorkshop } from './workshop.ts'

const PROJECT = 'Windows'
const [MONITORS, DAYS] = [20, 28]
/** Readings of each window; the quickest counts. */
const TRIES = 3

type Window = { readonly name: string; readonly start: string; readonly end: string }

const isoOf = (ms: number): string => new Date(ms).toISOString()

/** The window of a chart, for comparison. */
const normal = (now: number): Window => ({ name: '30 days', start: isoOf(now - 30 * DAY_MS), end: isoOf(now) })

const extremes = (now: number): readonly Window[] => [
  { name: '1970 until a year from now', start: isoOf(0), end: isoOf(now + 365 * DAY_MS) },
  { name: 'a thousand years', start: '1500-01-01T00:00:00Z', end: '2500-01-01T00:00:00Z' },
  { name: 'reversed', start: isoOf(now), end: isoOf(now - 30 * DAY_MS) },
]

/** Fills a project, and gives it to the API key. Returns the ids of what its paths may name. */
const furnish = async (installation: Installation, programs: Parameters<typeof giveDemo>[1]): Promise<Partial<Ids>> => {
  await giveDemo(installation, programs, '--monitors', `${MONITORS}`, '--days', `${DAYS}`, '--project', PROJECT)
  const [project] = await installation.query<{ key: number; id: string }>(
    'select key, id from project where name = $1',
    [PROJECT],
  )
  await installation.query('update api_key set project_key = $1', [project?.key])
  const [monitor] = await installation.query<{ id: string }>(
    "select id from object where project_key = $1 and kind = 'monitor' order by key limit 1",
    [project?.key],
  )
  const [location] = await installation.query<{ id: string }>(
    'select l.id from location l join result r on r.location_key = l.key where r.project_key = $1 limit 1',
    [project?.key],
  )
  if (!project || !monitor || !location) throw new Error('The demo has no results.')
  return { project: project.id, monitor: monitor.id, location: location.id }
}

/** Readings of a project with a window, for what there are ids of. */
const readingsOf = (ids: Partial<Ids>) =>
  withTimes.filter(
    ([name, endpoint]) =>
      endpoint.effect === 'read' &&
      endpoint.access === 'see' &&
      variablesOf(endpoint.route).every(({ kind }) => kind !== null && ids[kind] !== undefined) &&
      (queriedTimes(endpoint).length > 1 || bodyTimes(name, endpoint).length > 1),
  )

/** Exports are as long as what they stream, and would hide all others. */
const groupsOf = (ids: Partial<Ids>) => {
  const all = readingsOf(ids)
  return [
    { what: 'readings', readings: all.filter(([, { stream }]) => stream === null) },
    { what: 'exports', readings: all.filter(([, { stream }]) => stream !== null) },
  ]
}

/** Milliseconds of a reading, its whole answer included. */
const timeOf = async (
  { api }: Installation,
  [name, endpoint]: readonly [string, AnyEndpoint],
  { ids, window: { start, end } }: { readonly ids: Ids; readonly window: Window },
): Promise<number> => {
  const [from, to] = queriedTimes(endpoint)
  const [first, second] = bodyTimes(name, endpoint)
  const query = from && to ? { [from]: start, [to]: end } : {}
  const sample = withOwnIds(samples[name]?.body, ids)
  const body = first && second ? withAt(withAt(sample, first, start), second, end) : sample
  const path = `${pathWith(endpoint.route, ids)}?${new URLSearchParams(query)}`
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < TRIES; tries++) {
    const began = performance.now()
    const { status } = await api.call(endpoint.route.split(' ')[0] ?? '', path, body ?? undefined)
    least = Math.min(least, performance.now() - began)
    if (status !== 200 && status !== 422)
      throw new Error(`${name} from ${start} to ${end} was answered with ${status}.`)
  }
  return least
}

/** Measures the slowest reading of a project at extreme windows, beside that of a normal one. */
export const windowsBench = ({ say }: BenchOptions): Promise<Row[]> =>
  inWorkshop(async ({ installation, programs }) => {
    const known = await furnish(installation, programs)
    // `groupsOf` leaves out what needs other ids.
    const ids = known as Ids
    const now = Date.now()
    const rows: Row[] = []
    for (const { what, readings } of groupsOf(known)) {
      const slowestAt = async (window: Window) => {
        say(`  ${readings.length} ${what}: ${window.name}`)
        let slowest = { name: '', ms: 0 }
        for (const reading of readings) {
          const ms = await timeOf(installation, reading, { ids, window })
          if (ms > slowest.ms) slowest = { name: reading[0], ms }
        }
        return slowest
      }
      const reference = await slowestAt(normal(now))
      for (const window of extremes(now)) {
        const { name, ms } = await slowestAt(window)
        rows.push({
          figure: `slowest of ${readings.length} ${what}, ${window.name}: ${name}`,
          value: ms,
          unit: 'ms',
          reference: { name: `30 days: ${reference.name}`, value: reference.ms },
        })
      }
    }
    return rows
  })
