import { addTo, emptySketch, encodeSketch } from '../../src/domain/sketch.ts'
import type { Installation } from '../support/installation.ts'
import { makeMonitors, makeSchedule } from '../support/many-monitors.ts'
import type { Row } from './row.ts'
import { inWorkshop } from './workshop.ts'

const MONITORS = 10_000
const HOURS = 24
const ASKED = 200
const WARM = 20

const sketchOfAnHour = (): Buffer => {
  const sketch = emptySketch()
  for (let run = 0; run < 60; run++) addTo(sketch, 40 + ((run * 37) % 200))
  return Buffer.from(encodeSketch(sketch))
}

/** A day of results, one an hour, and of sums as a schedule of a minute leaves them, for every monitor. */
const fill = async ({ query }: Installation): Promise<void> => {
  await query(
    `insert into result (project_key, target_key, location_key, source, attempt, trigger, category, reason, http_code, exception,
       due, started, dns, tcp, handshake, upload, processing, download, redirect, total, request_size, response_size, dest_ip)
     select m.project_key, m.key, 1, 1, 0, 0, 0, 0, 200, 0, due, due, 1, 2, 3, 4, 50, 6, 0, 66, 0, 5, '127.0.0.1'
     from object m cross join (select $1::bigint - hour * 3600000 as due from generate_series(0, ${HOURS - 1}) hour) times
     where m.kind = 'monitor'`,
    [Date.now() - 1],
  )
  await query(
    `insert into rollup select 1, m.project_key, m.key, location, hour * 3600000, 58, 0, 0, 2, 0, 1, 4000, 40, 240, $1
     from object m cross join generate_series($2::bigint - ${HOURS - 1}, $2) hour cross join unnest(array[0, 1]) location
     where m.kind = 'monitor'`,
    [sketchOfAnHour(), Math.floor(Date.now() / 3_600_000)],
  )
  await query('vacuum analyze result')
  await query('vacuum analyze rollup')
}

/** How long a page of the list of monitors takes, with what is shown beside each: schedules, last result, pass rate, median. */
export const listsBench = (): Promise<Row[]> =>
  inWorkshop(async ({ installation }) => {
    const urls = Array.from({ length: MONITORS }, () => 'http://127.0.0.1:1/')
    const monitors = await makeMonitors(installation, urls)
    // Far from due, so that no run disturbs the measurement.
    await makeSchedule(installation, monitors, { everySeconds: 31_536_000, locations: ['local'] })
    await fill(installation)
    const times: number[] = []
    let cursor: string | null = null
    for (let asked = 0; asked < ASKED + WARM; asked++) {
      const began = performance.now()
      const page: { meta: { next_cursor: string | null }; data: { last_result: object | null }[] } =
        await installation.api.get(`/api/3/monitors/?limit=100${cursor === null ? '' : `&cursor=${cursor}`}`)
      if (asked >= WARM) times.push(performance.now() - began)
      if (page.data.length !== 100 || page.data.some((row) => row.last_result === null))
        throw new Error('A page is not whole.')
      cursor = page.meta.next_cursor
    }
    times.sort((a, b) => a - b)
    const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
    const of = `list of 100 of ${MONITORS} monitors`
    return [
      { figure: `${of}: median`, value: at(0.5), unit: 'ms' },
      { figure: `${of}: 95 of 100`, value: at(0.95), unit: 'ms', target: '<= 100' },
    ]
  })
