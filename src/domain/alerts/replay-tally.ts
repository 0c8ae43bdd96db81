import type { AlertOutcome } from './alert-reason.ts'

/** Counts of a time span: messages by their meaning, and matching results for which none was sent. */
export type ReplayTally = {
  readonly fired: number
  readonly repeated: number
  readonly recovered: number
  /** Matching results and ends of incidents that a setting held back. */
  readonly held: number
}
export type ReplayGroup = keyof ReplayTally

/** The group in which a replay counts each decision; null for those that neither send anything nor hold it back. */
const GROUPS: Readonly<Record<AlertOutcome, ReplayGroup | null>> = {
  fired: 'fired',
  fired_late: 'fired',
  passed: 'fired',
  repeated: 'repeated',
  recovered: 'recovered',
  recovered_late: 'recovered',
  counted: 'held',
  already_told: 'held',
  snoozed: 'held',
  recovery_owed: 'held',
  recovery_unwanted: null,
  ended_untold: null,
  row_ended: null,
  unchanged: null,
  ignored: null,
  manual: null,
  reminded: 'repeated',
  escalated: 'fired',
  flapping: 'fired',
  below_quorum: 'held',
  still_failing: null,
  too_short: 'held',
  quiet_hours: 'held',
  held: 'held',
  awaiting_acknowledgement: 'held',
  acknowledged: 'held',
  damped: 'held',
  ended_acknowledged: null,
  recovery_damped: 'held',
  awaiting_dependency: 'held',
}

/** Returns the group in which a replay counts a decision. */
export const replayGroup = (outcome: AlertOutcome): ReplayGroup | null => GROUPS[outcome]

export const NO_TALLY: ReplayTally = { fired: 0, repeated: 0, recovered: 0, held: 0 }

/** Returns the number of messages of a tally. */
export const messagesOf = ({ fired, repeated, recovered }: ReplayTally): number => fired + repeated + recovered
