import { setTimeout as wait } from 'node:timers/promises'
import { eventually } from '../../support/eventually.ts'
import type { Row } from '../row.ts'
import { decisionsIn, type Ground, onGround } from './ground.ts'
import { type Rule, stormRules } from './rules.ts'
import { reportWave } from './wave.ts'

const KILL_AT = [0.3, 0.7]
const SETTLED_WITHIN_MS = 600_000
/** A storm with kills is a fifth of the whole one. */
const SHARE = 5

/** A storm in whose middle the server is killed and started again: twice while failures are reported, and once while messages are sent. */
export const stormOfKills = (
  { monitors, rules: count, seconds }: { monitors: number; rules: number; seconds: number },
  say: (line: string) => void,
): Promise<Row[]> =>
  onGround(Math.ceil(monitors / SHARE), async (ground) => {
    const { installation, receivers } = ground
    const rules = (await stormRules(installation.api, receivers.url, count)).filter(
      ({ path }) => !path.startsWith('/slow'),
    )
    let kills = 0
    const kill = async () => {
      await installation.kill()
      kills++
      await installation.start()
      say(`  killed the server and started it again (${kills})`)
    }
    let killing: Promise<void> | null = null
    await reportWave({
      ...ground,
      category: 'FAIL',
      seconds,
      onAcknowledged: (acknowledged) => {
        if (kills < KILL_AT.length && !killing && acknowledged >= (KILL_AT[kills] ?? 1) * ground.monitors.length)
          killing = kill().finally(() => {
            killing = null
          })
      },
    })
    await killing
    await wait(500)
    await kill()
    const told = rules.filter(({ isTold, path }) => isTold && path.startsWith('/fast'))
    const unsent = async () => {
      const [row] = await installation.query<{ count: number }>(
        `select count(*)::int as count from delivery d join object w on w.key = d.webhook_key where d.state = 0 and w.id = any($1)`,
        [told.map(({ id }) => id)],
      )
      return row?.count
    }
    await eventually(async () => (await unsent()) === 0, {
      withinMs: SETTLED_WITHIN_MS,
      everyMs: 500,
      what: 'an empty outbox',
    })
    return verdict(ground, told, { count, kills, say })
  })

const verdict = async (
  { installation, receivers, monitors }: Ground,
  told: readonly Rule[],
  { count, kills, say }: { count: number; kills: number; say: (line: string) => void },
): Promise<Row[]> => {
  const decisions = await decisionsIn(installation)
  const queued = await installation.query<{ message_id: string; webhook_id: string }>(
    `select message_id, w.id as webhook_id from delivery d join object w on w.key = d.webhook_key where w.id = any($1)`,
    [told.map(({ id }) => id)],
  )
  const paths = new Set(told.map(({ path }) => path))
  const received = (await receivers.messages()).filter(({ path }) => paths.has(path))
  const ids = new Set(received.map(({ id }) => id))
  const known = new Set(queued.map(({ message_id }) => message_id))
  const expected = told.length * monitors.length
  const lost = queued.filter(({ message_id }) => !ids.has(message_id)).length
  const unknown = received.filter(({ id }) => !known.has(id)).length
  const repeated = received.filter(({ times }) => times > 1).length
  say(`  ${queued.length} messages of ${expected}, ${repeated} received again with the same id`)
  return [
    { figure: 'storm with kills: kill -9 of the server', value: kills, unit: 'kills' },
    {
      figure: 'storm with kills: decisions missing or made twice',
      value: Math.abs(decisions - monitors.length * count),
      unit: 'decisions',
      target: '= 0',
    },
    {
      figure: 'storm with kills: messages queued twice or not at all',
      value: Math.abs(queued.length - expected),
      unit: 'messages',
      target: '= 0',
    },
    { figure: 'storm with kills: messages lost', value: lost, unit: 'messages', target: '= 0' },
    { figure: 'storm with kills: messages under a second id', value: unknown, unit: 'messages', target: '= 0' },
    { figure: 'storm with kills: messages received again with the same id', value: repeated, unit: 'messages' },
  ]
}
