import type { Installation } from '../support/installation.ts'
import { makeMonitors } from '../support/many-monitors.ts'
import type { Row } from './row.ts'
import { inWorkshop } from './workshop.ts'

const DAYS = 30
const MONITORS = 10
const RESULTS = 100_000
/** One in so many results fails. */
const FAILING = 50
const TRIES = 5
const POLL_MS = 20

const partitionsFor = async ({ query }: Installation): Promise<void> => {
  const today = Math.floor(Date.now() / 86_400_000)
  for (let day = today - DAYS; day <= today; day++) {
    const name = `result_${new Date(day * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')}`
    await query(
      `create table if not exists ${name} partition of result for values from (${day * 86_400_000}) to (${(day + 1) * 86_400_000})`,
    )
  }
}

/** Stores results of the last 29 days for all monitors. */
const fill = async (installation: Installation): Promise<void> => {
  await partitionsFor(installation)
  const count = RESULTS / MONITORS
  await installation.query(
    `insert into result (project_key, target_key, location_key, source, attempt, trigger, category, reason, http_code, exception,
       due, started, dns, tcp, handshake, upload, processing, download, redirect, total, request_size, response_size, dest_ip)
     select m.project_key, m.key, 1, 1, 0, 0, case when n % ${FAILING} = 0 then 3 else 0 end, case when n % ${FAILING} = 0 then 7 else 0 end, 200, 0,
       $1::bigint - n * $2::bigint, $1::bigint - n * $2::bigint, 1, 2, 3, 4, 50, 6, 0, 66, 0, 5, '127.0.0.1'
     from object m cross join generate_series(1, ${count}) n where m.kind = 'monitor'`,
    [Date.now(), Math.floor(((DAYS - 1) * 86_400_000) / count)],
  )
  await installation.query('vacuum analyze result')
}

type Timing = { readonly first: number; readonly whole: number }

/** Replays a rule over everything; answers the milliseconds until the first picture, and until the last. */
const replay = async ({ api }: Installation, alerts: readonly string[]): Promise<Timing> => {
  const begun = performance.now()
  const answer = await fetch(`${api.base}/api/3/webhooks/replay`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ web_hook_type: 'slack', alerts, days: DAYS }),
  })
  let first: number | null = null
  let text = ''
  const decoder = new TextDecoder()
  for await (const piece of answer.body ?? []) {
    text += decoder.decode(piece, { stream: true })
    if (first === null && text.includes('"picture"') && text.includes('\n')) first = performance.now() - begun
  }
  const last: { done?: boolean; results?: number } = JSON.parse(text.trim().split('\n').at(-1) ?? '{}')
  if (!last.done || last.results !== RESULTS) throw new Error(`The replay is not whole: ${JSON.stringify(last)}`)
  return { first: first ?? Number.NaN, whole: performance.now() - begun }
}

/** The longest answer to a request that does next to nothing, asked again and again while something else is done. */
const longestAnswer = async ({ api }: Installation, meanwhile: Promise<unknown>): Promise<number> => {
  let isOver = false
  void meanwhile.finally(() => {
    isOver = true
  })
  let longest = 0
  while (!isOver) {
    const begun = performance.now()
    await api.call('GET', '/api/3/no-such-address')
    longest = Math.max(longest, performance.now() - begun)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  return longest
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** Measures the replay of a rule over 30 days, and how long others wait meanwhile. */
export const replayBench = (): Promise<Row[]> =>
  inWorkshop(async ({ installation }) => {
    await makeMonitors(
      installation,
      Array.from({ length: MONITORS }, () => 'http://127.0.0.1:1/'),
    )
    await fill(installation)
    const measure = async (alerts: readonly string[]) => {
      await replay(installation, alerts)
      const timings: Timing[] = []
      let longest = 0
      for (let tries = 0; tries < TRIES; tries++) {
        const running = replay(installation, alerts)
        longest = Math.max(longest, await longestAnswer(installation, running))
        timings.push(await running)
      }
      const first = median(timings.map((one) => one.first))
      return { first, whole: median(timings.map(({ whole }) => whole)), longest }
    }
    const of = `replay over ${RESULTS} results`
    const rowsOf = (what: string, { first, whole, longest }: Awaited<ReturnType<typeof measure>>): Row[] => [
      { figure: `${of}, ${what}: first picture, median`, value: first, unit: 'ms', target: '< 1000' },
      { figure: `${of}, ${what}: whole, median`, value: whole, unit: 'ms', target: '< 6000' },
      { figure: `${of}, ${what}: longest answer to another request`, value: longest, unit: 'ms', target: '< 200' },
    ]
    return [
      ...rowsOf('a rule for failures', await measure(['FAIL'])),
      // The costliest rule: each result passes through the chart.
      ...rowsOf('a message for every pass', await measure(['FAIL', 'PASS'])),
    ]
  })
