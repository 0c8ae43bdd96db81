import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { Badge } from '../parts/text/Badge.tsx'
import { formats } from '../parts/text/format.ts'

export type AgentRow = AnswerOf<ProductContract['agent.fleet']>['data'][number]

/** An agent whose runs start later than this is marked. */
const LATE_MS = 1_000
/** A clock that is off by more than this is marked. */
const OFF_MS = 5_000

/** Whether an agent is online, in words and color. */
export const AgentState = ({ agent, look }: { agent: AgentRow; look?: 'soft' | 'plain' }) =>
  agent.revoked !== null ? (
    <Badge category="SKIPPED" word="Revoked" look={look} />
  ) : (
    <Badge category={agent.online ? 'PASS' : 'FAIL'} word={agent.online ? 'Online' : 'Offline'} look={look} />
  )

/** The version of an agent's program, and whether it is older than the server's. */
export const AgentVersion = ({ agent: { version, is_older } }: { agent: AgentRow }) => (
  <>
    <span className="mono">{version}</span>
    {is_older && <small className="bad">older than the server</small>}
  </>
)

/** The longest delay of a start in the last minute. */
export const AgentLag = ({ agent: { lag_ms: lag } }: { agent: AgentRow }) =>
  lag === null ? (
    <span className="muted">—</span>
  ) : (
    <span className={lag > LATE_MS ? 'bad' : undefined}>{formats.milliseconds(lag)} ms</span>
  )

/** The difference of an agent's clock to the server's. */
export const ClockOffset = ({ agent: { clock_offset_ms: offset } }: { agent: AgentRow }) => {
  if (offset === null) return <span className="muted">—</span>
  const words = `${formats.milliseconds(Math.abs(offset))} ms ${offset < 0 ? 'behind' : 'ahead'}`
  return <span className={Math.abs(offset) > OFF_MS ? 'bad' : undefined}>{offset === 0 ? 'exact' : words}</span>
}

/** The projects whose monitors an agent runs, in words. */
export const boundWords = (bound: AgentRow['bound_to']): string => {
  if (bound === null) return 'All projects'
  if (bound.organization !== null) return `Projects of ${bound.organization.name}`
  return bound.projects.length === 0 ? 'Some projects' : bound.projects.map(({ name }) => name).join(', ')
}
