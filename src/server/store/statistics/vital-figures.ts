import { sql } from 'kysely'
import { VITALS } from '../../../contract/results/vitals.ts'
import { type Distribution, distributionOf, emptyParts } from '../../../domain/statistics/distribution.ts'
import type { VitalName } from '../../../domain/statistics/vitals.ts'
import type { Window } from '../../../domain/statistics/windows.ts'
import type { Db } from '../core/database.ts'
import { COUNTED } from './sum-rows.ts'

/** Web vitals of browser tests within a window. */
export type VitalFigures = Readonly<Partial<Record<VitalName, Distribution>>>

type Row = { nth: number } & Record<string, Buffer | null>

/** Reads the values of web vitals in windows that follow each other, for these browser tests together. All values are exact. */
export const readVitals = async (
  db: Db,
  {
    targetKeys,
    windows,
    vitals,
  }: {
    readonly targetKeys: readonly number[]
    readonly windows: readonly Window[]
    readonly vitals: readonly VitalName[]
  },
): Promise<readonly VitalFigures[]> => {
  const [first, last] = [windows[0], windows.at(-1)]
  if (!first || !last || vitals.length === 0 || targetKeys.length === 0) return windows.map(() => ({}))
  const columns = vitals.map((vital) => {
    const value = sql`r.vitals[${sql.lit(VITALS.indexOf(vital) + 1)}]`
    return sql`, string_agg(float4send(${value}), ''::bytea) filter (where ${value} is not null) as ${sql.ref(vital)}`
  })
  const { rows } = await sql<Row>`
    select p.nth::int as nth ${sql.join(columns, sql``)}
    from unnest(${windows.map(({ from }) => from)}::bigint[], ${windows.map(({ to }) => to)}::bigint[]) with ordinality p("from", "to", nth)
      join result r on r.target_key = any(${[...targetKeys]}::int[]) and r.due >= p."from" and r.due < p."to"
        and r.due >= ${sql.lit(first.from)} and r.due < ${sql.lit(last.to)} and r.vitals is not null
    where ${COUNTED} group by 1`.execute(db)
  const byWindow = new Map(rows.map((row) => [row.nth - 1, row]))
  return windows.map((_, index) => {
    const row = byWindow.get(index)
    return row ? Object.fromEntries(vitals.flatMap((vital) => (row[vital] ? [[vital, valuesIn(row[vital])]] : []))) : {}
  })
}

/** The values of floats of 32 bits that stand one after the other. */
const valuesIn = (bytes: Buffer): Distribution => {
  const parts = emptyParts()
  const values = new Float32Array(bytes.length / 4)
  for (let index = 0; index < values.length; index++) values[index] = bytes.readFloatBE(4 * index)
  parts.values.push(values)
  parts.count = values.length
  parts.sum = values.reduce((sum, value) => sum + value, 0)
  return distributionOf(parts, true)
}
