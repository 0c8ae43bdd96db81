import type { Locator as Element, ElementHandle, Page } from 'playwright-core'
import type { Locator } from '../../domain/monitors/browser-steps.ts'
import { findElement } from './find-element.ts'
import { LOOK_AGAIN_MS, LOOK_MS } from './look-until.ts'
import { isWithinSecret } from './open-match.ts'
import type { PageTask } from './page-task.ts'
import type { PageWatch } from './page-watch.ts'
import type { Pictures } from './pictures.ts'
import type { RunNetwork } from './run-network.ts'
import { absenceSentence, elementFailure, StepFailure } from './step-failure.ts'
import { within } from './within.ts'

export type StepContext = {
  task: PageTask
  watch: PageWatch
  pictures: Pictures
  network: RunNetwork
  /** Milliseconds that the run has left. */
  leftMs: () => number
  /** Most that a step waits for what it needs, in milliseconds. */
  stepWaitMs: number
}

/** Time for a step to wait; a look at why it waited in vain is left. */
export const waitMs = ({ leftMs, stepWaitMs }: StepContext): number =>
  Math.max(1, Math.min(stepWaitMs, leftMs() - LOOK_MS))

/** The element could not be used because it has gone, by itself or with its document. */
class ElementGone extends Error {}

/** Does something with the visible element that fits, once there is one, in the window that is newest then; says in a sentence why it cannot. */
export const withElement = async (
  context: StepContext,
  locator: Locator | undefined,
  use: (element: Element, timeout: number, page: Page) => Promise<unknown>,
): Promise<void> => {
  if (!locator) throw new StepFailure('the step names no element')
  const { watch } = context
  const most = waitMs(context)
  const endMs = performance.now() + most
  let isConcealed = false
  for (;;) {
    const { page } = watch
    const element = findElement(page, locator)
    const leftMs = Math.max(1, endMs - performance.now())
    try {
      const shown = element.first().waitFor({ state: 'visible', timeout: leftMs })
      const isHere = await Promise.race([shown.then(() => true), watch.changed().then(() => false)])
      shown.catch(() => {})
      if (!isHere) continue
      isConcealed = await isWithinSecret(element, locator, context.task.ownSecrets)
      if (isConcealed) {
        if (performance.now() >= endMs) throw new StepFailure(absenceSentence(locator, most))
        await page.waitForTimeout(LOOK_AGAIN_MS)
        continue
      }
      await use(element, Math.max(1, endMs - performance.now()), page)
      return
    } catch (error) {
      if (error instanceof ElementGone && performance.now() < endMs) continue
      // The answer is that of an element that is not there.
      if (isConcealed) throw new StepFailure(absenceSentence(locator, most))
      throw error instanceof StepFailure ? error : await elementFailure(page, locator, error, most)
    }
  }
}

/**
 * Like `withElement`, but hands out exactly the element that was found, which never becomes that of another page. If it goes before it was
 * used, the step looks for one again.
 */
export const withThisElement = (
  context: StepContext,
  locator: Locator | undefined,
  use: (element: ElementHandle<unknown>, timeout: number, page: Page) => Promise<unknown>,
): Promise<void> =>
  withElement(context, locator, async (found, timeout, page) => {
    const element = await found.elementHandle({ timeout })
    if (!element) throw new ElementGone()
    try {
      await use(element, timeout, page)
    } catch (error) {
      if (error instanceof StepFailure) throw error
      const isHere = (element as ElementHandle<{ isConnected: boolean }>).evaluate(({ isConnected }) => isConnected)
      if (await within(isHere, LOOK_MS, true).catch(() => false)) throw error
      throw new ElementGone()
    } finally {
      element.dispose().catch(() => {})
    }
  })
