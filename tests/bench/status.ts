import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Installation } from '../support/installation.ts'
import { makeMonitors, makeSchedule } from '../support/many-monitors.ts'
import type { BenchOptions } from './main.ts'
import { processorSeconds } from './processor-time.ts'
import { firstLineOf, outputOf, startBundle } from './programs.ts'
import type { Row } from './row.ts'
import { inWorkshop } from './workshop.ts'

const MONITORS = 100
const COMPONENTS = 10
const EVERY_SECONDS = 2
const CONNECTIONS = 64
const SECONDS = 8
const ROUNDS = 3
const WARM_SECONDS = 2

/** Answers per second, and per second of the answering program's own processor time, which others on the machine do not take from. */
type Rate = { readonly wall: number; readonly processor: number }

const rateOf = async (address: string, pid: number, seconds = SECONDS): Promise<Rate> => {
  const before = processorSeconds([pid])
  const args = [address, String(CONNECTIONS), String(seconds)]
  const answers = Number(await outputOf(await startBundle(0, 'page-load.ts', args)))
  if (!(answers > 0)) throw new Error(`Nothing was answered at ${address}.`)
  return { wall: answers / seconds, processor: answers / (processorSeconds([pid]) - before) }
}

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

const publish = async (installation: Installation, ids: readonly string[]): Promise<string> => {
  const share = ids.length / COMPONENTS
  const { url } = await installation.api.post<{ url: string }>('/api/3/project/status-page/', {
    published: true,
    slug: 'bench',
    title: 'Shop',
    description: 'The state of the shop, measured from outside.',
    components: Array.from({ length: COMPONENTS }, (_, index) => ({
      group: index % 2 === 0 ? 'Shop' : 'API',
      name: `Component ${index}`,
      monitors: ids.slice(index * share, (index + 1) * share),
    })),
  })
  return url
}

/**
 * Measures the requests per second of a status page with ten components and 90 days, while the results of its monitors arrive, beside a
 * bare `node:http` server that answers the same bytes. The two take turns.
 */
export const statusBench = ({ say }: Pick<BenchOptions, 'say'>): Promise<Row[]> =>
  inWorkshop(async ({ installation, targetUrl }) => {
    const urls = Array.from({ length: MONITORS }, () => `${targetUrl}/`)
    const monitors = await makeMonitors(installation, urls)
    await makeSchedule(installation, monitors, { everySeconds: EVERY_SECONDS, locations: ['local'] })
    // The address that people use: the server sends visitors of any other name of this machine there.
    const page = await publish(
      installation,
      monitors.map(({ id }) => id),
    )
    await wait(2 * EVERY_SECONDS * 1000)
    const body = Buffer.from(await (await fetch(page)).arrayBuffer())
    const file = join(installation.folder, 'page.br')
    // Compressed as the server does it, so that both send as many bytes.
    writeFileSync(file, brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }))
    const bare = await startBundle(1, 'same-bytes-server.ts', [file])
    try {
      const reference = `http://127.0.0.1:${await firstLineOf(bare)}/status/bench`
      const [server, plain] = [installation.serverPid(), bare.pid ?? 0]
      await rateOf(page, server, WARM_SECONDS)
      await rateOf(reference, plain, WARM_SECONDS)
      const from = Date.now()
      const [pages, plains]: [Rate[], Rate[]] = [[], []]
      for (let round = 0; round < ROUNDS; round++) {
        plains.push(await rateOf(reference, plain))
        pages.push(await rateOf(page, server))
        say(`  bare ${plains.at(-1)?.wall.toFixed(0)}/s, page ${pages.at(-1)?.wall.toFixed(0)}/s`)
      }
      const [arrived] = await installation.query<{ count: number }>(
        'select count(*)::int as count from result where due >= $1 and due < $2',
        [from, Date.now()],
      )
      const rows = (['wall', 'processor'] as const).map((clock): Row => {
        const value = middle(plains.map((rate) => rate[clock]))
        const of = clock === 'wall' ? '' : ' of its own processor time'
        return {
          figure: `status page of ${COMPONENTS} components with 90 days: requests a second${of}, while results arrive`,
          value: middle(pages.map((rate) => rate[clock])),
          unit: 'requests/s',
          reference: { name: 'bare node:http with the same bytes', value },
          target: `>= ${Math.ceil(value / 3)}`,
        }
      })
      return [
        ...rows,
        {
          figure: 'results that arrived meanwhile',
          value: ((arrived?.count ?? 0) * 1000) / (Date.now() - from),
          unit: 'results/s',
          target: '> 0',
        },
        { figure: 'the page, compressed', value: brotliCompressSync(body).length / 1000, unit: 'kB' },
      ]
    } finally {
      bare.kill()
    }
  })
