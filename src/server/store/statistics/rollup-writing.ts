import { sql } from 'kysely'
import { encodeSketch } from '../../../domain/core/sketch.ts'
import { encodeLags } from '../../../domain/statistics/lag-sums.ts'
import { encodePhases } from '../../../domain/statistics/phase-sums.ts'
import { encodeSizes } from '../../../domain/statistics/size-sums.ts'
import type { Db } from '../core/database.ts'
import type { Rollup } from './rollups.ts'

export type RollupToWrite = { kind: number; projectKey: number; rollup: Rollup }

/** Replaces rollups. */
export const writeRollups = async (db: Db, rows: readonly RollupToWrite[]): Promise<void> => {
  if (rows.length === 0) return
  await sql`
    insert into rollup (kind, project_key, target_key, location_key, start, pass, slow, warning, fail, skipped, unavailable, answered,
      sum_ms, min_ms, max_ms, sketch, phases, sizes, lags)
    select k, p, t, l, s, ps, sl, wa, fa, sk, un, an, sm, mi, ma, decode(b, 'base64'), decode(ph, 'base64'), decode(si, 'base64'),
      decode(la, 'base64')
    from json_to_recordset(${JSON.stringify(rows.map(shortOf))}::json) as row(k smallint, p int, t int, l smallint, s bigint,
      ps int, sl int, wa int, fa int, sk int, un int, an int, sm double precision, mi real, ma real, b text, ph text, si text, la text)
    on conflict (target_key, kind, location_key, start) do update set pass = excluded.pass, slow = excluded.slow,
      warning = excluded.warning, fail = excluded.fail, skipped = excluded.skipped, unavailable = excluded.unavailable, answered = excluded.answered,
      sum_ms = excluded.sum_ms, min_ms = excluded.min_ms, max_ms = excluded.max_ms, sketch = excluded.sketch, phases = excluded.phases,
      sizes = excluded.sizes, lags = excluded.lags`.execute(db)
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

const shortOf = ({ kind, projectKey, rollup }: RollupToWrite) => ({
  k: kind,
  p: projectKey,
  t: rollup.target_key,
  l: rollup.location_key,
  s: rollup.start,
  ps: rollup.pass,
  sl: rollup.slow,
  wa: rollup.warning,
  fa: rollup.fail,
  sk: rollup.skipped,
  un: rollup.unavailable,
  an: rollup.answered,
  sm: rollup.sum_ms,
  mi: rollup.min_ms,
  ma: rollup.max_ms,
  b: base64(encodeSketch(rollup.sketch)),
  ph: rollup.phases && base64(encodePhases(rollup.phases)),
  si: rollup.sizes && rollup.answered > 0 ? base64(encodeSizes(rollup.sizes)) : null,
  la: rollup.lags && base64(encodeLags(rollup.lags)),
})
