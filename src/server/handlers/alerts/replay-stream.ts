import { setImmediate as nextTurn } from 'node:timers/promises'
import type { replays } from '../../../contract/alerts/replays.ts'
import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import { faultSummary } from '../../../domain/core/fault-summary.ts'
import type { ReplayRule } from '../../alerts/replay/replay.ts'
import type { OpenReplayThread } from '../../alerts/replay/replay-thread.ts'
import type { FromReplay } from '../../alerts/replay/replay-worker.ts'
import { PAGE_COLUMNS } from '../../alerts/replay/replayed-result.ts'
import { openTurnstile } from '../../http/turnstile.ts'
import { type ReplayedPage, type ReplayedRange, replayedPage } from '../../store/alerts/replayed-results.ts'
import type { Db } from '../../store/core/database.ts'

export type ReplayLine = AnswerOf<(typeof replays)['alert.replay']>

/** Results of the first page, for an early picture, and of the further ones. */
const FIRST_PAGE = 2_000
const PAGE = 10_000

/** Longest time of a replay, its wait included: a client that does not read must not keep a place. */
const LONGEST_MS = 300_000

/** Replays of a server at the same time; each person has one. */
const turns = openTurnstile({ most: 2, ofProject: 1 })

type ReplayWork = {
  readonly db: Db
  readonly rule: ReplayRule
  readonly range: ReplayedRange
  /** Id of the person or key that asked. */
  readonly actor: string
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal
  readonly open: OpenReplayThread
  readonly log: (line: string) => void
  /** Makes a line of an answer of the thread. `share`: of the time that was replayed. */
  readonly lineOf: (answer: FromReplay, progress: { share: number; done: boolean }) => Promise<ReplayLine>
}

/** Replays a rule in a thread, page by page, and yields lines. The thread ends with the replay, or as soon as the client has gone. */
export async function* replayLines(asked: ReplayWork): AsyncGenerator<ReplayLine> {
  const signal = AbortSignal.any([asked.signal, AbortSignal.timeout(LONGEST_MS)])
  // A signal that is aborted already tells nobody so any more: the place would be kept for ever.
  if (signal.aborted) return
  const work = { ...asked, signal }
  const { rule, actor } = work
  let leave = () => {}
  const left = new Promise<void>((resolve) => {
    leave = resolve
  })
  signal.addEventListener('abort', leave, { once: true })
  try {
    let isInside = false
    const entered = new Promise<void>((resolve) => {
      void turns(actor, async () => {
        isInside = true
        resolve()
        await left
      })
    })
    await nextTurn()
    if (!isInside) {
      yield { type: 'waiting' }
      await Promise.race([entered, left])
    }
    if (signal.aborted) return
    const thread = work.open(rule)
    signal.addEventListener('abort', thread.end, { once: true })
    try {
      yield* picturesOf(work, thread.ask)
    } catch (cause) {
      if (signal.aborted) return
      work.log(`error alert.replay: ${faultSummary(cause)}`)
      yield { type: 'failed', message: 'The replay stopped because of a problem on the server. Try again.' }
    } finally {
      thread.end()
    }
  } finally {
    leave()
  }
}

async function* picturesOf(
  { db, rule: { fromMs, toMs }, range, signal, lineOf }: ReplayWork,
  ask: ReturnType<OpenReplayThread>['ask'],
): AsyncGenerator<ReplayLine> {
  const read = (after: readonly number[] | null, limit: number) => {
    const page = replayedPage(db, range, { columns: PAGE_COLUMNS, after, limit })
    // It is read ahead: if the replay ends before it is awaited, its failure is nobody's.
    page.catch(() => {})
    return page
  }
  let next: Promise<ReplayedPage | null> = read(null, FIRST_PAGE)
  while (!signal.aborted) {
    const page = await next
    if (page === null) break
    if (page.after !== null) next = read(page.after, PAGE)
    const answer = await ask({ lines: page.lines })
    if (page.after === null) break
    const share = (answer.picture.lastMs - fromMs) / (toMs - fromMs)
    yield await lineOf(answer, { share: Math.min(1, Math.max(0, share)), done: false })
  }
  if (!signal.aborted) yield await lineOf(await ask('end'), { share: 1, done: true })
}
