import type { Row } from '../row.ts'

type Query = <Found extends Record<string, unknown>>(text: string, values?: unknown[]) => Promise<Found[]>

/** Bytes of a result with all its indexes, of each index, and of a rollup's hour of 60 results. */
export const storageOf = async (
  query: Query,
  { label, eachMinute }: { label: string; eachMinute: { readonly key: number } },
): Promise<Row[]> => {
  const [whole] = await query<{ rows: number; bytes: number; heap: number }>(`
    select (select count(*) from result)::int as rows, sum(pg_total_relation_size(inhrelid))::float8 as bytes,
      sum(pg_relation_size(inhrelid))::float8 as heap
    from pg_inherits where inhparent = 'result'::regclass`)
  const indexes = await query<{ name: string; bytes: number }>(`
    select string_agg(a.attname, ', ' order by k.at) as name, x.bytes from (
      select i.indexrelid, i.indrelid, i.indkey, pg_relation_size(i.indexrelid) as bytes from pg_index i
      join pg_inherits h on h.inhrelid = i.indrelid and h.inhparent = 'result'::regclass) x
    cross join unnest(x.indkey) with ordinality k(attnum, at)
    join pg_attribute a on a.attrelid = x.indrelid and a.attnum = k.attnum
    group by x.indexrelid, x.bytes`)
  const rows = whole?.rows ?? 1
  const byColumns = new Map<string, number>()
  for (const { name, bytes } of indexes) byColumns.set(name, (byColumns.get(name) ?? 0) + Number(bytes))
  const [rollup] = await query<{ hour: number; all: number }>(
    `select (select avg(pg_column_size(r.*)) from rollup r where target_key = $1 and kind = 1 and location_key > 0 and answered = 60)::float8 as hour,
      (select pg_total_relation_size('rollup')::float8 / count(*) from rollup) as all`,
    [eachMinute.key],
  )
  const [spread] = await query<{ mean: number }>('select avg(pg_column_size(r.*))::float8 as mean from rollup r')
  return [
    {
      figure: `${label}: a result with all indexes`,
      value: (whole?.bytes ?? 0) / rows,
      unit: 'bytes',
      target: '<= 220',
    },
    { figure: `${label}: … its row`, value: (whole?.heap ?? 0) / rows, unit: 'bytes' },
    ...[...byColumns].map(([name, bytes]) => ({
      figure: `${label}: … its entry in the index of ${name}`,
      value: bytes / rows,
      unit: 'bytes',
    })),
    {
      figure: `${label}: sums of an hour of 60 results, with its index and free space`,
      value: (rollup?.hour ?? 0) + (rollup?.all ?? 0) - (spread?.mean ?? 0),
      unit: 'bytes',
      target: '<= 1500',
    },
    { figure: `${label}: … the row alone`, value: rollup?.hour ?? 0, unit: 'bytes' },
  ]
}
