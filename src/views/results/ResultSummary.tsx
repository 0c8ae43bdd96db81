import { soonestCertificate } from '../../domain/conditions/soonest-certificate.ts'
import { useLocationName } from '../agents/use-location-name.ts'
import { useResource } from '../core/use-resource.ts'
import { Go } from '../parts/act/Go.tsx'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import { type KeyValue, KeyValues } from '../parts/text/KeyValues.tsx'
import { Time } from '../parts/text/Time.tsx'
import { attemptItems } from './Attempts.tsx'
import { CertificateChain } from './CertificateChain.tsx'
import type { Evidence, Result } from './full-result.ts'
import { protocolName, reasonOf, startedBy } from './result-words.ts'

const DAY_MS = 86_400_000

const tlsWords = ({ tls }: Evidence, createdMs: number): string | null => {
  if (!tls) return null
  const soonest = soonestCertificate(tls)
  const days = soonest ? Math.floor((soonest.endsMs - createdMs) / DAY_MS) : Number.NaN
  const which = soonest?.isOwn === false ? `“${soonest.subject}” ` : ''
  const life = Number.isNaN(days)
    ? ''
    : `, ${which}${days < 0 ? 'expired' : `expires in ${days} ${days === 1 ? 'day' : 'days'}`}`
  return `${tls.version.replace(/^TLSv?/, '')}${life}`
}

const Schedule = ({ id }: { id: string }) => {
  const { data } = useResource('schedule.list', {})
  const name = data?.data.find((schedule) => schedule.id === id)?.name
  return <>{name === undefined ? 'A schedule' : `Schedule “${name}”`}</>
}

/** How late a scheduled run started; retries wait on purpose. */
const lagItems = ({ meta, created }: Result): KeyValue[] => {
  if (meta?.trigger !== 'schedule' || meta.attempt > 0) return []
  const lagMs = Math.max(0, Date.parse(created) - Date.parse(meta.due))
  return [{ name: 'Schedule lag', value: formats.latency(lagMs) }]
}

/** Why it ran, where, and what went over the wire: the card beside a result. */
export const ResultSummary = ({ result, evidence }: { result: Result; evidence: Evidence }) => {
  const locationName = useLocationName()
  const { meta } = result
  const name = locationName(result.location_id)
  const items: KeyValue[] = [
    { name: 'Reason', value: reasonOf(result) },
    {
      name: 'Started by',
      value: meta?.schedule_id ? <Schedule id={meta.schedule_id} /> : startedBy(meta?.trigger),
    },
    ...attemptItems(result),
    ...(meta?.in_downtime
      ? [{ name: 'Downtime', value: 'The run was due in a downtime. It does not count in statistics or alerts.' }]
      : []),
    {
      name: 'Location',
      value: (
        <>
          {name} {name !== result.location_id && <span className="mono muted">{result.location_id}</span>}
        </>
      ),
    },
    { name: 'Due', value: <Time at={meta?.due} as="full" /> },
    ...lagItems(result),
    { name: 'Address', value: meta?.dest_ip, mono: true },
    ...(evidence.protocol ? [{ name: 'Protocol', value: protocolName(evidence.protocol) }] : []),
    ...(evidence.tls ? [{ name: 'TLS', value: tlsWords(evidence, Date.parse(result.created)) }] : []),
    { name: 'Sent', value: meta && formats.bytes(meta.request_size) },
    { name: 'Received', value: meta && formats.bytes(meta.response_size) },
    { name: 'Result id', value: result.id, mono: true },
  ]
  return (
    <Card title="Run">
      <KeyValues items={items} />
    </Card>
  )
}

/** The certificates of the last hop, and the names that were looked up on the way to it. */
export const ConnectionCard = ({ result, evidence }: { result: Result; evidence: Evidence }) => {
  const { tls, lookups } = evidence
  const certificates = tls?.certificates ?? []
  if (!tls && lookups.length === 0) return null
  const items: KeyValue[] = [
    ...(lookups.length > 0
      ? [
          {
            name: 'DNS',
            value: lookups.map(({ domain, ip, ms }) => (
              <p key={domain + ip}>{`${domain} is ${ip} (${formats.phase(ms)})`}</p>
            )),
            mono: true,
          },
        ]
      : []),
    ...(tls ? [{ name: 'Cipher', value: tls.cipher, mono: true }] : []),
    ...(tls && certificates.length === 0
      ? [
          { name: 'Subject', value: tls.subject, mono: true },
          { name: 'Issuer', value: tls.issuer, mono: true },
          { name: 'Valid to', value: <Time at={tls.not_after} as="full" /> },
        ]
      : []),
  ]
  return (
    <Card title="Connection">
      <div className="stack">
        <KeyValues items={items} />
        {certificates.length > 0 && <CertificateChain certificates={certificates} atMs={Date.parse(result.created)} />}
      </div>
    </Card>
  )
}

const Values = ({ title, values }: { title: string; values: Readonly<Record<string, string>> }) => {
  const names = Object.keys(values)
  if (names.length === 0) return null
  return (
    <>
      <h3 className="muted small">{title}</h3>
      <KeyValues mono items={names.map((name) => ({ name, value: values[name] ?? '' }))} />
    </>
  )
}

/** The variables a run began with, and those it set. */
export const VariablesCard = ({ variables }: { variables: Evidence['variables'] }) => {
  if (!variables) return null
  const [initial, set] = [Object.keys(variables.initial).length, Object.keys(variables.set).length]
  if (initial + set === 0) return null
  return (
    <Card title="Variables" sub={`${initial} at the start, ${set} set`}>
      <div className="stack">
        <Values title="At the start" values={variables.initial} />
        <Values title="Set by this run" values={variables.set} />
      </div>
    </Card>
  )
}

/** The way back to the monitor that ran. */
export const MonitorLink = ({ result }: { result: Result }) =>
  result.meta ? (
    <Go to="monitor" params={{ callId: result.meta.call_id }} kind="text">
      {result.test}
    </Go>
  ) : (
    <span>{result.test}</span>
  )
