import { setImmediate as nextTurn } from 'node:timers/promises'
import type { replays } from '../../../contract/alerts/replays.ts'
import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import { faultSummary } from '../../../domain/core/fault-summary.ts'
import type { ReplayRule } from '../../alerts/replay/replay.ts'
import type { OpenReplayThread } from '../../alerts/replay/replay-thread.ts'
import type { FromReplay } from '../../alerts/replay/replay-worker.ts'
import { PAGE_COLUMNS } from '../../alerts/replay/replayed-result.ts'
import { type ReplayedPage, type ReplayedRange, replayedPage } from '../../store/alerts/replayed-results.ts'
import type { Db } from '../../store/core/database.ts'
import { forClient, readForClient } from '../../store/core/leaving.ts'
import { inUtc } from './alert-decisions.ts'
import type { Turn, WaitForTurn } from './replay-turn.ts'

export type ReplayLine = AnswerOf<(typeof replays)['alert.replay']>

/** Results of the first page, for an early picture, and of the further ones. */
const FIRST_PAGE = 2_000
const PAGE = 10_000

/** Share of the time that was replayed; `partial` is the reason of a replay that ended early, as a sentence. */
export type Progress = { readonly share: number; readonly done: boolean; readonly partial: string | null }

type ReplayWork = {
  readonly db: Db
  readonly rule: ReplayRule
  readonly range: ReplayedRange
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal
  readonly waitForTurn: WaitForTurn
  readonly open: OpenReplayThread
  readonly log: (line: string) => void
  /** Makes a line of an answer of the thread. */
  readonly lineOf: (answer: FromReplay, progress: Progress) => Promise<ReplayLine>
}

/**
 * Replays a rule in a thread, page by page, and yields lines. Where its turn ends before it does, the last line covers the time that it came
 * to. The thread ends with the replay, or as soon as the client has gone.
 */
export async function* replayLines(work: ReplayWork): AsyncGenerator<ReplayLine> {
  const turn = work.waitForTurn(work.range.projectKey, work.signal)
  const { signal } = turn
  try {
    await nextTurn()
    if (!turn.hasBegun() && !signal.aborted) yield { type: 'waiting' }
    await turn.begun
    if (signal.aborted) return
    const thread = work.open(work.rule)
    signal.addEventListener('abort', thread.end, { once: true })
    try {
      yield* picturesOf(work, turn, thread.ask)
    } catch (cause) {
      if (signal.aborted) return
      work.log(`error alert.replay: ${faultSummary(cause)}`)
      yield { type: 'failed', message: 'The replay stopped because of a problem on the server. Try again.' }
    }
  } finally {
    // Ends the thread, too.
    turn.leave()
  }
}

async function* picturesOf(
  { db, rule: { fromMs, toMs }, range, lineOf }: ReplayWork,
  turn: Turn,
  ask: ReturnType<OpenReplayThread>['ask'],
): AsyncGenerator<ReplayLine> {
  const { signal } = turn
  const read = (after: readonly number[] | null, limit: number) => {
    // The database stops reading when the turn is given up.
    const page = forClient(signal, () =>
      readForClient(db, (snapshot) => replayedPage(snapshot, range, { columns: PAGE_COLUMNS, after, limit })),
    )
    // It is read ahead: if the replay ends before it is awaited, its failure is nobody's.
    page.catch(() => {})
    return page
  }
  const shareOf = ({ picture: { lastMs } }: FromReplay) => Math.min(1, Math.max(0, (lastMs - fromMs) / (toMs - fromMs)))
  let next: Promise<ReplayedPage | null> = read(null, FIRST_PAGE)
  while (!signal.aborted) {
    const page = await Promise.race([next, turn.timeIsUp])
    const ending = turn.endsFor()
    if (page === undefined || (page !== null && ending !== null)) {
      const answer = await ask('stop')
      const partial = partialSentence(ending ?? 'time', answer.picture.lastMs)
      yield await lineOf(answer, { share: shareOf(answer), done: true, partial })
      return
    }
    if (page === null) break
    if (page.after !== null) next = read(page.after, PAGE)
    const answer = await ask({ lines: page.lines })
    if (page.after === null) break
    yield await lineOf(answer, { share: shareOf(answer), done: false, partial: null })
  }
  if (!signal.aborted) yield await lineOf(await ask('end'), { share: 1, done: true, partial: null })
}

const PARTIAL = {
  time: {
    why: 'The stored results are too many for one replay',
    advice: 'Replay a rule for fewer monitors to see the rest.',
  },
  others: { why: 'Other replays were waiting', advice: 'Replay again later to see the rest.' },
} as const

/** "Other replays were waiting, so this one ended early: it covers the results until 2026-11-21 14:30 UTC. …" */
const partialSentence = (end: keyof typeof PARTIAL, lastMs: number): string =>
  `${PARTIAL[end].why}, so this one ended early: it covers the results until ${inUtc(lastMs)}. ${PARTIAL[end].advice}`
