import { type Step, stepWords } from '../../domain/monitors/browser-steps.ts'
import type { BrowserDetail } from './page-task.ts'
import { MAX_TEXT, PageFault } from './page-watch.ts'
import { StepFailure } from './step-failure.ts'
import { STEPS } from './steps.ts'
import type { StepContext } from './with-element.ts'
import { within } from './within.ts'

type StepOutcome = BrowserDetail['steps'][number]

/** Time for a page to begin to show what a step led to, before its picture. */
const SETTLE_MS = 2_000
/** Quality of the pictures of steps, in percent: a screen of text takes some 50 kB. */
const STEP_QUALITY = 55

const rounded = (ms: number): number => Math.max(0, Math.round(ms * 10) / 10)

const sentenceOf = (error: unknown, leftMs: number): string => {
  if (error instanceof StepFailure || error instanceof PageFault) return error.message
  if (leftMs <= 0) return 'the time of the test was over'
  // The driver's messages quote the page and what was entered.
  return 'the browser could not do it'
}

/**
 * Runs the steps of a journey in order until one fails; the rest are skipped. `shown` are the steps as a person wrote them, with their
 * placeholders, so that no value is repeated in words. Each step that was done leaves a picture.
 */
export const runSteps = async (
  shown: readonly Step[],
  context: StepContext,
  startedMs: number,
): Promise<StepOutcome[]> => {
  const { task, watch, pictures, leftMs } = context
  const outcomes: StepOutcome[] = []
  let hasFailed = false
  for (const [index, step] of task.settings.steps.entries()) {
    const about = { number: index + 1, kind: step.kind, words: stepWords(shown[index] ?? step) }
    const beganMs = performance.now()
    const start = rounded(beganMs - startedMs)
    if (hasFailed) {
      outcomes.push({ ...about, status: 'skipped', start, duration: 0, error: null, url: null })
      continue
    }
    if (step.kind === 'click' || step.kind === 'press') watch.hasActed = true
    const done = STEPS[step.kind](step, context, task.secretSteps.includes(index))
    const late = new StepFailure('the time of the test was over')
    const error = await within(
      Promise.race([done, watch.trouble]).then(
        () => null,
        (thrown: unknown) => thrown,
      ),
      Math.max(1, leftMs()),
      late,
    )
    const duration = rounded(performance.now() - beganMs)
    hasFailed = error !== null
    const isAlive = !(error instanceof PageFault)
    if (isAlive) {
      await within(watch.page.waitForLoadState('domcontentloaded'), SETTLE_MS, null).catch(() => null)
      await pictures.take(watch.page, index + 1, STEP_QUALITY)
    }
    outcomes.push({
      ...about,
      status: hasFailed ? 'failed' : 'passed',
      start,
      duration,
      error: hasFailed ? sentenceOf(error, leftMs()) : null,
      url: isAlive ? watch.page.url().slice(0, MAX_TEXT) : null,
    })
    if (error instanceof PageFault && error.isAgents) throw error
  }
  return outcomes
}
