import type { Locator as Element, Page } from 'playwright-core'
import {
  type Expectation,
  type Locator,
  locatorWords,
  type Step,
  type StepKind,
} from '../../domain/monitors/browser-steps.ts'
import { misdirectionSentence } from '../../domain/secrets/secret-origins.ts'
import { findElement } from './find-element.ts'
import { navigationFailure } from './navigation-failure.ts'
import type { PageTask } from './page-task.ts'
import type { PageWatch } from './page-watch.ts'
import type { Pictures } from './pictures.ts'
import type { RunNetwork } from './run-network.ts'
import { elementFailure, StepFailure } from './step-failure.ts'
import { within } from './within.ts'

/** Time that an element has to appear and become usable, and an expectation to come true. */
export const STEP_WAIT_MS = 15_000
/** Time for a page to answer one look. */
const LOOK_MS = 1_000
/** Pause between two looks at a page. */
const LOOK_AGAIN_MS = 100
/** Length of a text of the page that a sentence quotes. */
const MAX_QUOTED = 200

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
const waitMs = ({ leftMs, stepWaitMs }: StepContext): number => Math.max(1, Math.min(stepWaitMs, leftMs() - LOOK_MS))

const clipped = (text: string): string => (text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text)

/** Does something with the visible element that fits, once there is one, in the window that is newest then; says in a sentence why it cannot. */
const withElement = async (
  context: StepContext,
  locator: Locator | undefined,
  use: (element: Element, timeout: number) => Promise<unknown>,
): Promise<void> => {
  if (!locator) throw new StepFailure('the step names no element')
  const { watch } = context
  const most = waitMs(context)
  const endMs = performance.now() + most
  for (;;) {
    const { page } = watch
    const element = findElement(page, locator)
    const leftMs = Math.max(1, endMs - performance.now())
    try {
      const shown = element.first().waitFor({ state: 'visible', timeout: leftMs })
      const isHere = await Promise.race([shown.then(() => true), watch.changed().then(() => false)])
      shown.catch(() => {})
      if (!isHere) continue
      await use(element, Math.max(1, endMs - performance.now()))
      return
    } catch (error) {
      throw error instanceof StepFailure ? error : await elementFailure(page, locator, error, most)
    }
  }
}

/** Looks at the page again and again until it is as expected. Fails with the last thing that it showed. */
const expectOf = async (
  context: StepContext,
  what: string,
  look: (page: Page) => Promise<string>,
  holds: (seen: string) => boolean,
): Promise<void> => {
  const endMs = performance.now() + waitMs(context)
  let seen: string | null = null
  do {
    // A window that is busy may answer late, when another one is the one to look at.
    seen = await within(look(context.watch.page), LOOK_MS, seen).catch(() => seen)
    if (seen !== null && holds(seen)) return
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK_AGAIN_MS)
    })
  } while (performance.now() < endMs)
  throw new StepFailure(seen === null ? `${what} could not be read` : `${what} is “${clipped(seen)}”`)
}

const expectHidden = async (step: Step, context: StepContext): Promise<void> => {
  const { page } = context.watch
  const element = findElement(page, step.locator ?? {}).first()
  await element.waitFor({ state: 'hidden', timeout: waitMs(context) }).catch(() => {
    throw new StepFailure(`${locatorWords(step.locator ?? {})} is still visible`)
  })
}

const elementText = (step: Step, read: (element: Element) => Promise<string>) => async (page: Page) =>
  read(findElement(page, step.locator ?? {}).first())

const expectations: Readonly<Record<Expectation, (step: Step, context: StepContext) => Promise<void>>> = {
  // To find the element is to see it.
  visible: (step, context) => withElement(context, step.locator, async () => {}),
  hidden: expectHidden,
  text: (step, context) =>
    expectOf(
      context,
      locatorWords(step.locator ?? {}),
      elementText(step, (element) =>
        element.evaluate(({ innerText }: { innerText: string }) => innerText, undefined, { timeout: 1_000 }),
      ),
      (seen) => seen.includes(step.value ?? ''),
    ),
  value: (step, context) =>
    expectOf(
      context,
      locatorWords(step.locator ?? {}),
      elementText(step, (element) => element.inputValue({ timeout: 1_000 })),
      (seen) => seen === step.value,
    ),
  url: (step, context) =>
    expectOf(
      context,
      'the address',
      async (page) => page.url(),
      (seen) => seen.includes(step.value ?? ''),
    ),
  title: (step, context) =>
    expectOf(
      context,
      'the title',
      (page) => page.title(),
      (seen) => seen.includes(step.value ?? ''),
    ),
}

/** A secret goes to no page of an origin that it was not entered for. */
const checkAim = ({ task }: StepContext, url: string, words: string): void => {
  const { secretOrigins } = task
  const origin = URL.canParse(url) ? new URL(url).origin : url
  if (secretOrigins !== null && !secretOrigins.includes(origin))
    throw new StepFailure(misdirectionSentence([words], secretOrigins, origin))
}

const go = async (step: Step, context: StepContext, isSecret: boolean): Promise<void> => {
  const { task, watch, network, leftMs } = context
  const address = (step.url ?? '').trim()
  if (!URL.canParse(address, task.url)) throw new StepFailure('the URL of the step is not a valid web address')
  const url = new URL(address, task.url)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new StepFailure('the URL must start with http:// or https://')
  if (isSecret) checkAim(context, url.href, 'the secret in the URL')
  const { wait_until: waitUntil } = task.settings
  const timeout = Math.max(1, leftMs())
  try {
    const response = await watch.page.goto(url.href, { waitUntil, timeout })
    const status = response?.status() ?? 200
    if (status >= 400)
      throw new StepFailure(`the page answered with status ${status} ${response?.statusText() ?? ''}`.trimEnd())
  } catch (error) {
    if (error instanceof StepFailure) throw error
    const timing = { timeoutMs: Math.round(timeout), waitingFor: waitUntil, unfinished: 0 }
    throw new StepFailure(navigationFailure(error, url.href, network, timing).sentence)
  }
}

const fill = async (step: Step, context: StepContext, isSecret: boolean): Promise<void> => {
  const { watch, pictures } = context
  const { locator, value = '' } = step
  if (isSecret) {
    checkAim(context, watch.page.url(), 'the secret of this step')
    // Before it is entered, so that no picture ever shows it.
    if (locator) pictures.cover((page) => findElement(page, locator))
  }
  await withElement(context, locator, async (element, timeout) => {
    const tag = await element.evaluate(({ tagName }: { tagName: string }) => tagName, undefined, { timeout })
    if (tag === 'SELECT') await element.selectOption({ label: value }, { timeout })
    else await element.fill(value, { timeout })
  })
}

const press = async (step: Step, context: StepContext): Promise<void> => {
  const { locator, key = '' } = step
  if (locator) await withElement(context, locator, (element, timeout) => element.press(key, { timeout }))
  else await context.watch.page.keyboard.press(key)
}

/** The action of each kind of step. `isSecret` says whether it enters a secret. */
export const STEPS: Readonly<Record<StepKind, (step: Step, context: StepContext, isSecret: boolean) => Promise<void>>> =
  {
    go,
    click: (step, context) => withElement(context, step.locator, (element, timeout) => element.click({ timeout })),
    fill,
    press,
    expect: (step, context) => expectations[step.expected ?? 'visible'](step, context),
    screenshot: async () => {},
  }
