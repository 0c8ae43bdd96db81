import { setTimeout as wait } from 'node:timers/promises'
import { listenOnLoopback } from '../../support/loopback.ts'
import { startServer } from '../../support/server.ts'
import type { Attack } from '../attack.ts'

const MONITORS = 30
const EVERY_SECONDS = 2
const HOUR_MS = 3_600_000
const SPAN_MS = 20_000

/** The server's clock is an hour ahead for some seconds and is then set back, with a real agent. */
export const attack: Attack = async (say) => {
  let aheadMs = 0
  const target = await listenOnLoopback((_, response) => response.end('ok'))
  const running = await startServer({
    clock: () => Date.now() + aheadMs,
    agent: true,
    env: { SONDE_ALLOW_PRIVATE: `127.0.0.1:${target.port}` },
  })
  try {
    const { api } = running
    const targets: string[] = []
    for (let at = 0; at < MONITORS; at++) {
      const body = { meta: { name: `m ${at}` }, request: { url: target.url } }
      targets.push((await api.post<{ id: string }>('/api/2/calls/', body)).id)
    }
    await api.post('/api/3/schedules/', { frequency: EVERY_SECONDS, regions: ['all'], targets })
    await wait(8_000)
    say('clock step: an hour ahead')
    aheadMs = HOUR_MS
    await wait(6_000)
    say('clock step: and back')
    aheadMs = 0
    // One period plus the duration of a running call.
    await wait((EVERY_SECONDS + 3) * 1000)
    const from = Date.now()
    await wait(SPAN_MS)
    const to = Date.now()
    await wait(2_000)
    const { db } = running.server.services.database
    const rows = await db.selectFrom('result').select(['due', 'started']).where('due', '>=', from).execute()
    const made = rows.filter(({ due }) => due < to).length
    const expected = (MONITORS * SPAN_MS) / (EVERY_SECONDS * 1000)
    const after = await db
      .selectFrom('result')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('due', '<', to)
      .where('started', '>', Date.now())
      .executeTakeFirst()
    const { clock } = await api.get<{ clock: { stepped_ms: number } | null }>('/api/health')
    return [
      {
        figure: `clock an hour ahead and back: share of ${expected} runs made once it is back`,
        value: Math.min(100, (100 * made) / expected),
        unit: '%',
        target: '>= 98',
      },
      {
        figure: 'clock an hour ahead and back: error of the step that health tells',
        value: Math.abs((clock?.stepped_ms ?? 0) + HOUR_MS),
        unit: 'ms',
        target: '< 5000',
      },
      {
        figure: 'clock an hour ahead and back: results of runs since then dated after now',
        value: after?.count ?? 0,
        unit: 'results',
        target: '= 0',
      },
    ]
  } finally {
    await running.stop()
    target.close()
  }
}
