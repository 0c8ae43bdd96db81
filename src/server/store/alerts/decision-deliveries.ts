import { sql } from 'kysely'
import type { Db } from '../core/database.ts'

/** The worst delivery status among a message's recipients. */
export type Delivered = {
  readonly status: 'waiting' | 'delivered' | 'retrying' | 'failed'
  readonly tries: number
  readonly last_try: number | null
  readonly next_try: number | null
  readonly http_code: number | null
  readonly error: string | null
}

type Row = Omit<Delivered, 'status'> & { webhook_id: string; result_id: string; state: number }

const WORST_FIRST = ['failed', 'retrying', 'waiting', 'delivered'] as const

const statusOf = ({ state, error }: Row): Delivered['status'] => {
  if (state === 1) return 'delivered'
  if (state === 2) return 'failed'
  return error === null ? 'waiting' : 'retrying'
}

/** Returns a function from webhook and result ids to the delivery status; null if none is known. */
export const deliveriesOf = async (
  db: Db,
  sent: readonly { webhook_key: number; webhook_id: string; result_id: string }[],
): Promise<(webhookId: string, resultId: string) => Delivered | null> => {
  if (sent.length === 0) return () => null
  const { rows } = await sql<Row>`
    select s.webhook_id, s.result_id, d.state, d.tries, d.last_try, d.next_try, d.http_code, d.error
    from json_to_recordset(${JSON.stringify(sent)}::json) as s(webhook_key int, webhook_id text, result_id text)
    join delivery d on d.webhook_key = s.webhook_key and d.result_id = s.result_id`.execute(db)
  const found = new Map<string, Delivered>()
  for (const row of rows) {
    const name = `${row.webhook_id} ${row.result_id}`
    const { state: _, webhook_id: __, result_id: ___, ...rest } = row
    const delivered = { ...rest, status: statusOf(row) }
    const known = found.get(name)
    if (!known || WORST_FIRST.indexOf(delivered.status) < WORST_FIRST.indexOf(known.status)) found.set(name, delivered)
  }
  return (webhookId, resultId) => found.get(`${webhookId} ${resultId}`) ?? null
}
