import { sql } from 'kysely'
import { instantText } from '../../../domain/alerts/alert-message.ts'
import type { FoundSignal } from '../../../domain/alerts/signal.ts'
import { expiryWords } from '../../../domain/certificates/expiry.ts'
import { soonestCertificate } from '../../../domain/conditions/soonest-certificate.ts'
import { DAY_MS, HOUR_MS } from '../../../domain/core/periods.ts'
import type { Db } from '../../store/core/database.ts'
import type { ResultRow } from '../../store/core/tables.ts'
import type { ResultStore } from '../../store/results/result-store.ts'
import type { SignalSource } from './source.ts'

/** The certificates of servers are looked up this often, of so many monitors at once. */
const LOOKED_UP_EVERY_MS = 6 * HOUR_MS
const LOOKED_UP_AT_ONCE = 200

/** Certificates of servers, client certificates and tokens that expire within the longest time that an alert can ask for. */
export const findExpiring: SignalSource = async ({ db, results, projectKey, now, within }) => {
  await lookUpCertificates(db, results, projectKey, now)
  const until = now + within * DAY_MS
  return [
    ...(await serverCertificates(db, projectKey, until)).map((row) => {
      const host = row.subject === '' ? row.name : row.subject
      const what =
        row.issued === null
          ? `The certificate of ${host}, which ${row.name} calls,`
          : `The certificate “${host}” in the chain of ${row.issued || 'the server'}, which ${row.name} calls,`
      return found({ ...row, item: `server ${row.id}`, what, now })
    }),
    ...(await clientCertificates(db, projectKey, until)).map((row) =>
      found({ ...row, item: `client ${row.id}`, what: `The client certificate “${row.name}”`, now }),
    ),
    ...(await tokens(db, projectKey, until)).map((row) =>
      found({ ...row, item: `token ${row.id}`, what: `The token “${row.name}”`, now }),
    ),
  ]
}

type Row = {
  readonly id: string
  readonly name: string
  readonly not_after: number
  readonly monitor_id: string | null
  readonly tags: readonly string[] | null
  readonly url: string
  readonly page: string
}

const found = ({ item, what, now, ...row }: Row & { item: string; what: string; now: number }): FoundSignal => {
  const { not_after: notAfter } = row
  const words = expiryWords(notAfter, now)
  return {
    kind: 'EXPIRY',
    item,
    name: row.name,
    monitorId: row.monitor_id,
    tags: row.tags ?? [],
    url: row.url,
    page: row.page,
    limit: 'expiry_days',
    level: (notAfter - now) / DAY_MS,
    text: `${what} ${words.charAt(0).toLowerCase()}${words.slice(1)}, at ${instantText(notAfter)}.`,
    calm: `${what} no longer expires soon: it was renewed or removed.`,
  }
}

/** Reads the certificate that expires first in the newest result of monitors whose certificate was not looked up for a while. */
const lookUpCertificates = async (db: Db, results: ResultStore, projectKey: number, now: number): Promise<void> => {
  const { rows } = await sql<ResultRow>`
    select r.* from (
      select o.key from object o left join seen_certificate c on c.target_key = o.key
      where o.project_key = ${projectKey} and o.kind = 'monitor' and (c.seen is null or c.seen < ${now - LOOKED_UP_EVERY_MS})
        and o.doc #>> '{request,url}' ilike 'https:%'
      order by c.seen nulls first limit ${LOOKED_UP_AT_ONCE}) m
    cross join lateral (
      select * from result r where r.target_key = m.key and r.http_code is not null and r.due > ${now - 2 * DAY_MS}::bigint
        and r.due <= ${now}::bigint order by r.due desc limit 1) r`.execute(db)
  const seen: { t: number; s: string; i: string | null; n: number | null }[] = []
  for (const row of rows) {
    const detail = await results.detail(db, row).catch(() => undefined)
    const soonest = soonestCertificate(detail?.tls)
    const issued = soonest && !soonest.isOwn ? (detail?.tls?.subject ?? '') : null
    seen.push({ t: row.target_key, s: soonest?.subject ?? '', i: issued, n: soonest?.endsMs ?? null })
  }
  await sql`insert into seen_certificate (target_key, subject, issued, not_after, seen)
    select t, s, i, n, ${now}::bigint from json_to_recordset(${JSON.stringify(seen)}::json) as row(t int, s text, i text, n bigint)
    on conflict (target_key) do update
      set subject = excluded.subject, issued = excluded.issued, not_after = excluded.not_after, seen = excluded.seen`.execute(
    db,
  )
}

const serverCertificates = async (db: Db, projectKey: number, until: number) => {
  const { rows } = await sql<Row & { subject: string; issued: string | null }>`
    select o.id, o.name, o.id as monitor_id, c.subject, c.issued, c.not_after, o.doc #> '{meta,tags}' as tags, o.doc #>> '{request,url}' as url,
      '/tests/test/' || o.id || '/' as page
    from seen_certificate c join object o on o.key = c.target_key
    where o.project_key = ${projectKey} and c.not_after <= ${until} order by o.key`.execute(db)
  return rows
}

const clientCertificates = async (db: Db, projectKey: number, until: number) => {
  const { rows } = await sql<Row>`
    select c.id, c.name, c.not_after, null as monitor_id, null as tags, '' as url, '/organization/' || c.org_id || '/certificates' as page
    from certificate c join project p on p.org_id = c.org_id
    where p.key = ${projectKey} and c.not_after <= ${until} order by c.key`.execute(db)
  return rows
}

/** Tokens that nothing renews; of one with a short life only its second half counts. */
const tokens = async (db: Db, projectKey: number, until: number) => {
  const { rows } = await sql<Row>`
    select id, name, (doc ->> 'expires')::bigint as not_after, null as monitor_id, null as tags, '' as url,
      '/tokens/token/' || id || '/' as page
    from object where project_key = ${projectKey} and kind = 'token' and (doc ->> 'expires')::bigint <= ${until}
      and doc ->> 'grant' not in ('client_credentials', 'jwt_bearer') and doc #> '{secrets,refresh_token}' is null
    order by key`.execute(db)
  return rows
}
