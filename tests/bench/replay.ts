import type { Installation } from '../support/installation.ts'
import { type MadeMonitor, makeMonitors } from '../support/many-monitors.ts'
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

/** Stores results of the last 29 days for the monitors of a project. */
const fill = async (installation: Installation, monitors: readonly MadeMonitor[]): Promise<void> => {
  const count = RESULTS / MONITORS
  await installation.query(
    `insert into result (project_key, target_key, location_key, source, attempt, trigger, category, reason, http_code, exception,
       due, started, dns, tcp, handshake, upload, processing, download, redirect, total, request_size, response_size, dest_ip)
     select m.project_key, m.key, 1, 1, 0, 0, case when n % ${FAILING} = 0 then 3 else 0 end, case when n % ${FAILING} = 0 then 7 else 0 end, 200, 0,
       $1::bigint - n * $2::bigint, $1::bigint - n * $2::bigint, 1, 2, 3, 4, 50, 6, 0, 66, 0, 5, '127.0.0.1'
     from object m cross join generate_series(1, ${count}) n where m.key = any($3::int[])`,
    [Date.now(), Math.floor(((DAYS - 1) * 86_400_000) / count), monitors.map(({ key }) => key)],
  )
  await installation.query('vacuum analyze result')
}

const newMonitors = (installation: Installation): Promise<MadeMonitor[]> =>
  makeMonitors(
    installation,
    Array.from({ length: MONITORS }, () => 'http://127.0.0.1:1/'),
  )

/** Creates a further project with as many results. Returns its key. */
const furtherProject = async (installation: Installation): Promise<string> => {
  const { id, api_key } = await installation.api.post<{ id: string; api_key: string }>('/api/2/account/projects', {
    name: 'Further project',
  })
  const monitors = await newMonitors(installation)
  await installation.query(
    'update object set project_key = (select key from project where id = $1) where key = any($2::int[])',
    [id, monitors.map(({ key }) => key)],
  )
  await fill(installation, monitors)
  return api_key
}

/** Milliseconds until the first picture, and until the last, and the number of results that the last one covers. */
type Timing = { readonly first: number; readonly whole: number; readonly results: number }

/** Replays a rule over everything. */
const replay = async ({ api }: Installation, alerts: readonly string[], key = api.key): Promise<Timing> => {
  const begun = performance.now()
  const answer = await fetch(`${api.base}/api/3/webhooks/replay`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
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
  if (!last.done) throw new Error(`The replay failed: ${JSON.stringify(last)}`)
  return { first: first ?? Number.NaN, whole: performance.now() - begun, results: last.results ?? 0 }
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

/** Replays that begin together, the same number in each project. */
const CROWD = 15

const crowdRows = async (installation: Installation): Promise<Row[]> => {
  const { api } = installation
  const keys = [api.key, await furtherProject(installation), await furtherProject(installation)]
  const replays = Array.from({ length: CROWD }, (_, at) =>
    replay(installation, ['FAIL', 'PASS'], keys[at % keys.length]),
  )
  const longest = await longestAnswer(installation, Promise.all(replays))
  const timings = await Promise.all(replays)
  const of = `${CROWD} replays of three projects at once`
  const most = (pick: (timing: Timing) => number) => Math.max(...timings.map(pick))
  const whole = timings.filter(({ results }) => results === RESULTS).length
  return [
    {
      figure: `${of}: longest wait for a first picture`,
      value: most(({ first }) => first),
      unit: 'ms',
      target: '< 60000',
    },
    { figure: `${of}: longest time of all`, value: most((timing) => timing.whole), unit: 'ms' },
    { figure: `${of}: replays that came to the end`, value: whole, unit: '' },
    { figure: `${of}: longest answer to another request`, value: longest, unit: 'ms', target: '< 200' },
  ]
}

/** Measures the replay of a rule over 30 days, and how long others wait meanwhile. */
export const replayBench = (): Promise<Row[]> =>
  inWorkshop(async ({ installation }) => {
    await partitionsFor(installation)
    await fill(installation, await newMonitors(installation))
    const measure = async (alerts: readonly string[]) => {
      await replay(installation, alerts)
      const timings: Timing[] = []
      let longest = 0
      for (let tries = 0; tries < TRIES; tries++) {
        const running = replay(installation, alerts)
        longest = Math.max(longest, await longestAnswer(installation, running))
        const timing = await running
        if (timing.results !== RESULTS) throw new Error(`The replay is not whole: ${JSON.stringify(timing)}`)
        timings.push(timing)
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
      ...(await crowdRows(installation)),
    ]
  })
