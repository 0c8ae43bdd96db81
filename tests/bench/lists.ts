import { addTo, emptySketch, encodeSketch } from '../../src/domain/core/sketch.ts'
import type { Installation } from '../support/installation.ts'
import { makeMonitors, makeSchedule } from '../support/many-monitors.ts'
import type { Row } from './row.ts'
import { inWorkshop } from './workshop.ts'

const MONITORS = 10_000
const HOURS = 24
/** Rows visible on a screen. */
const VISIBLE = 50
const ASKED = 100
const WARM = 10
/** Days of stored results: each is a partition that every query for results must skip. */
const DAYS = 396

const sketchOfAnHour = (): Buffer => {
  const sketch = emptySketch()
  for (let run = 0; run < 60; run++) addTo(sketch, 40 + ((run * 37) % 200))
  return Buffer.from(encodeSketch(sketch))
}

/** Creates a day of results, one per hour, and the rollups of a schedule of one minute, for every monitor. */
export const fillDay = async ({ query }: Installation): Promise<void> => {
  const today = Math.floor(Date.now() / 86_400_000)
  for (let day = today - DAYS; day < today - 1; day++) {
    const name = `result_${new Date(day * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')}`
    await query(
      `create table if not exists ${name} partition of result for values from (${day * 86_400_000}) to (${(day + 1) * 86_400_000})`,
    )
  }
  await query(
    `insert into result (project_key, target_key, location_key, source, attempt, trigger, category, reason, http_code, exception,
       due, started, dns, tcp, handshake, upload, processing, download, redirect, total, request_size, response_size, dest_ip)
     select m.project_key, m.key, 1, 1, 0, 0, 0, 0, 200, 0, due, due, 1, 2, 3, 4, 50, 6, 0, 66, 0, 5, '127.0.0.1'
     from object m cross join (select $1::bigint - hour * 3600000 as due from generate_series(0, ${HOURS - 1}) hour) times
     where m.kind = 'monitor'`,
    [Date.now() - 1],
  )
  await query(
    `insert into rollup select 1, m.project_key, m.key, location, hour * 3600000, 58, 0, 0, 2, 0, 1, 4000, 40, 240, $1, 60
     from object m cross join generate_series($2::bigint - ${HOURS - 1}, $2) hour cross join unnest(array[0, 1]) location
     where m.kind = 'monitor'`,
    [sketchOfAnHour(), Math.floor(Date.now() / 3_600_000)],
  )
  // Made by the server before there were any results.
  await query('delete from last_day')
  await query('vacuum analyze result')
  await query('vacuum analyze rollup')
  await query('analyze')
}

/** Measures the lists of a large project, including the figures of each monitor: schedules, last result, pass rate, median. */
export const listsBench = (): Promise<Row[]> =>
  inWorkshop(async ({ installation }) => {
    const urls = Array.from({ length: MONITORS }, () => 'http://127.0.0.1:1/')
    const monitors = await makeMonitors(installation, urls)
    // Due far in the future, so that no run disturbs the measurement.
    await makeSchedule(installation, monitors, { everySeconds: 31_536_000, locations: ['local'] })
    await fillDay(installation)
    const { api } = installation
    const { projects } = await api.get<{ projects: { project: { id: string } }[] }>('/api/2/account/projects')
    const before = `/api/3/projects/${projects[0]?.project.id}/stats/before/`
    const ids = monitors.slice(0, VISIBLE).map(({ id }) => id)
    const rows: Row[] = []
    for (const limit of [100, 500, 1000]) {
      let cursor: string | null = null
      const page = async () => {
        const { meta, data }: Page = await api.get(
          `/api/3/monitors/?limit=${limit}${cursor === null ? '' : `&cursor=${cursor}`}`,
        )
        if (data.length !== limit || data.some((row) => row.last_result === null || row.median_24h === null))
          throw new Error('A page is not whole.')
        cursor = meta.next_cursor
      }
      rows.push(
        ...(await figuresOf(`list of ${limit} of ${MONITORS} monitors`, page, limit <= 500 ? '<= 100' : undefined)),
      )
    }
    rows.push(
      ...(await figuresOf(`sparklines of ${VISIBLE} monitors`, () => api.post(before, { call_ids: ids }), '<= 100')),
    )
    rows.push(...(await figuresOf(`synopsis of ${MONITORS} monitors`, () => api.get('/api/2/project/synopsis'))))
    return rows
  })

type Page = { meta: { next_cursor: string | null }; data: { last_result: object | null; median_24h: number | null }[] }

/** Calls again and again, and returns the median and the 95th percentile. */
export const figuresOf = async (of: string, ask: () => Promise<unknown>, target?: string): Promise<Row[]> => {
  const times: number[] = []
  for (let asked = 0; asked < ASKED + WARM; asked++) {
    const began = performance.now()
    await ask()
    if (asked >= WARM) times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  return [
    { figure: `${of}: median`, value: at(0.5), unit: 'ms' },
    { figure: `${of}: 95 of 100`, value: at(0.95), unit: 'ms', ...(target !== undefined && { target }) },
  ]
}
