import type { audits, verification } from '../../../contract/audit/audits.ts'
import type { Shape } from '../../../contract/core/endpoint.ts'
import { smallestOf } from '../../../domain/core/extremes.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import type { HandlersPart } from '../../http/context.ts'
import type { Services } from '../../services.ts'
import { faultWords } from '../../store/audit/audit-fault.ts'
import { type Verdict, verifyAll, verifyChain } from '../../store/audit/audit-verification.ts'
import type { Db } from '../../store/core/database.ts'

type Verification = Shape<typeof verification>

/** Handlers that verify audit chains. Concurrent requests for the same chain share one verification. */
export const verifications = ({ database: { db }, sealing, clock }: Services) => {
  const underWay = new Map<number | 'all', Promise<Verification>>()
  const once = (what: number | 'all', verify: () => Promise<Verification>): Promise<Verification> => {
    const known = underWay.get(what)
    if (known) return known
    const begun = verify().finally(() => underWay.delete(what))
    underWay.set(what, begun)
    return begun
  }
  return {
    'audit.verify': (_, { project }) =>
      once(project.key, async () => sumOf(db, [await verifyChain(db, sealing, project.key)], clock())),

    'audit.verify-installation': () =>
      once('all', async () => {
        const verdicts: (Verdict | null)[] = []
        for await (const verdict of verifyAll(db, sealing)) verdicts.push(verdict)
        return sumOf(db, verdicts, clock())
      }),
  } satisfies HandlersPart<typeof audits>
}

const earliest = (times: readonly (number | null)[]): string | null => {
  const known = times.filter((time) => time !== null)
  return known.length > 0 ? formatTime(smallestOf(known)) : null
}

const sumOf = async (db: Db, verdicts: readonly (Verdict | null)[], now: number): Promise<Verification> => {
  const chains = verdicts.filter((verdict) => verdict !== null)
  const only = chains.length === 1 ? chains[0]?.newest : null
  const broken = verdicts.filter((verdict) => verdict === null || verdict.fault !== null)
  const keys = broken.flatMap((verdict) => (verdict ? [verdict.chain] : []))
  const projects = keys.length
    ? await db.selectFrom('project').select(['key', 'id']).where('key', 'in', keys).execute()
    : []
  return {
    intact: broken.length === 0,
    checked: chains.reduce((sum, { checked }) => sum + checked, 0),
    since: earliest(chains.map(({ since }) => since)),
    dropped: chains.reduce((sum, { dropped }) => sum + dropped, 0),
    begun: earliest(chains.map(({ begun }) => begun)),
    chains: chains.length,
    newest: only && only.number > 0 ? { number: only.number, hash: only.hash.toString('hex') } : null,
    faults: broken.map((verdict) => {
      const fault = verdict?.fault ?? { why: 'missing' as const, number: 0, entry: null }
      return {
        why: fault.why,
        number: fault.number,
        entry_id: fault.entry?.id ?? null,
        time: fault.entry ? formatTime(fault.entry.time) : null,
        project_id: projects.find(({ key }) => key === verdict?.chain)?.id ?? null,
        message: faultWords(verdict?.fault ?? null),
      }
    }),
    time: formatTime(now),
  }
}
