import { setTimeout as wait } from 'node:timers/promises'
import type { BenchOptions } from '../main.ts'
import type { Row } from '../row.ts'
import { type Ground, onGround } from './ground.ts'
import { isFast, plainRules } from './rules.ts'
import { percentileOf } from './watch.ts'
import { reportWave } from './wave.ts'

const ALERTS_PER_SECOND = 100
const RULES = 5
const SECONDS = 60
const REST_MS = 15_000

/** Measures the time from decision to delivery under a steady load, without and with a receiver that takes 10 s to answer. */
export const deliveryBench = async ({ say }: BenchOptions): Promise<Row[]> => {
  const rows: Row[] = []
  for (const withSlow of [false, true])
    rows.push(
      ...(await onGround((ALERTS_PER_SECOND / RULES) * SECONDS, (ground) => measureSteady(ground, withSlow, say))),
    )
  return rows
}

const measureSteady = async (ground: Ground, withSlow: boolean, say: (line: string) => void): Promise<Row[]> => {
  const { installation, receivers } = ground
  await plainRules(installation.api, receivers.url, RULES, withSlow)
  await reportWave({ ...ground, category: 'FAIL', seconds: SECONDS })
  await wait(REST_MS)
  const decided = await installation.query<{ message_id: string; created: string }>(
    'select message_id, created from delivery',
  )
  const createdMs = new Map(decided.map(({ message_id, created }) => [message_id, Number(created)]))
  const lateMs = (await receivers.messages())
    .filter(({ path }) => isFast(path))
    .map(({ id, firstMs }) => firstMs - (createdMs.get(id) ?? Number.NaN))
  const of = `delivery at ${ALERTS_PER_SECOND} alerts/s${withSlow ? ', beside a receiver that takes 10 s' : ''}`
  say(`  ${of}: ${lateMs.length} messages`)
  return [
    {
      figure: `${of}: messages received`,
      value: lateMs.length,
      unit: 'messages',
      target: `= ${RULES * ground.monitors.length}`,
    },
    { figure: `${of}: from decision to delivery, median`, value: percentileOf(lateMs, 0.5), unit: 'ms' },
    {
      figure: `${of}: from decision to delivery, p99`,
      value: percentileOf(lateMs, 0.99),
      unit: 'ms',
      target: '< 2000',
    },
    { figure: `${of}: from decision to delivery, the longest`, value: percentileOf(lateMs, 1), unit: 'ms' },
  ]
}
