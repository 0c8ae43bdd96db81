import type { AlertOutcome } from '../../domain/alerts/alert-reason.ts'
import { type ReplayGroup, replayGroup } from '../../domain/alerts/replay-tally.ts'
import type { Category } from '../parts/text/category.ts'

type Look = { readonly category: Category; readonly word: string }

const LOOKS: Readonly<Record<ReplayGroup, Look>> = {
  fired: { category: 'FAIL', word: 'Alert' },
  repeated: { category: 'WARNING', word: 'Repeat' },
  recovered: { category: 'PASS', word: 'Recovery' },
  held: { category: 'SKIPPED', word: 'Held back' },
}

/** Returns the badge of a replayed message. A message about a pass counts as an alert, but must not look like a failure. */
export const replayLook = (outcome: AlertOutcome): Look =>
  outcome === 'passed' ? { category: 'PASS', word: 'Alert' } : LOOKS[replayGroup(outcome) ?? 'held']
