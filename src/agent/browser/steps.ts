import type { ElementHandle } from 'playwright-core'
import { locatorWords, type Step, type StepKind } from '../../domain/monitors/browser-steps.ts'
import { isPaste } from '../../domain/monitors/pressed-keys.ts'
import { EXPECTATIONS } from './expectations.ts'
import { findElement } from './find-element.ts'
import { lookUntil } from './look-until.ts'
import { navigationFailure } from './navigation-failure.ts'
import { chooseOption, holdsText, replaceText } from './replace-text.ts'
import { checkAddress, checkAim } from './secret-aim.ts'
import { checkKeys, rememberField } from './secret-fields.ts'
import { StepFailure } from './step-failure.ts'
import { type StepContext, withElement, withThisElement } from './with-element.ts'

/** Time that an element has to appear and become usable, and an expectation to come true. */
export const STEP_WAIT_MS = 15_000

type Act = (step: Step, context: StepContext, isSecret: boolean) => Promise<void>

const go: Act = async (step, context, isSecret) => {
  const { task, watch, network, leftMs } = context
  const address = (step.url ?? '').trim()
  if (!URL.canParse(address, task.url)) throw new StepFailure('the URL of the step is not a valid web address')
  const url = new URL(address, task.url)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new StepFailure('the URL must start with http:// or https://')
  // What is checked is what is opened, whatever the page does meanwhile.
  if (isSecret) checkAddress(task, url, 'the secret in the URL')
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

const isSelect = (element: ElementHandle<unknown>): Promise<boolean> =>
  (element as ElementHandle<{ tagName: string }>).evaluate(({ tagName }) => tagName === 'SELECT')

/** Chooses an option once a page has filled its list with it. */
const chooseWhenThere = async (element: ElementHandle<unknown>, label: string, timeout: number) => {
  if (!(await lookUntil(timeout, () => chooseOption(element, label)))) throw new Error('there is no such option')
}

/**
 * Enters a secret in the element that was asked for its origin, and in no other. Fields in frames are never found; if they were, the origin
 * of the frame's own document would decide, not that of the page around it, which can read nothing of another origin's frame.
 */
const fillSecret = async ({ locator, value = '' }: Step, context: StepContext): Promise<void> => {
  const { task, pictures } = context
  // Before it is entered, so that no picture ever shows it.
  if (locator) pictures.cover((page) => findElement(page, locator))
  await withThisElement(context, locator, async (element, timeout, page) => {
    await checkAim(task, page, element, 'the secret of this step')
    await element.waitForElementState('editable', { timeout })
    await rememberField(element)
    if (await isSelect(element)) return chooseWhenThere(element, value, timeout)
    if (!(await replaceText(element, value))) throw new Error('the element cannot be filled')
    // A part of a secret would be masked nowhere.
    if (!(await holdsText(element, value)))
      throw new StepFailure(
        `${locatorWords(locator ?? {})} does not hold the whole secret: it cuts or changes the text`,
      )
  })
}

const fill: Act = async (step, context, isSecret) => {
  if (isSecret) return fillSecret(step, context)
  const { locator, value = '' } = step
  await withElement(context, locator, async (element, timeout) => {
    const tag = await element.evaluate(({ tagName }: { tagName: string }) => tagName, undefined, { timeout })
    if (tag === 'SELECT') await element.selectOption({ label: value }, { timeout })
    else await element.fill(value, { timeout })
  })
}

const press: Act = async ({ locator, key = '' }, context) => {
  // What was copied on one page would get into another, also of another run: all of them share the clipboard.
  if (isPaste(key)) throw new StepFailure('tests cannot paste, because all tests of an agent share the clipboard')
  const { page } = context.watch
  if (!locator) {
    await checkKeys(page, key)
    return page.keyboard.press(key)
  }
  await withElement(context, locator, async (element, timeout, shown) => {
    // The keys of an element that takes no focus go to the field that has it.
    if (context.task.secretSteps.length > 0) {
      await element.focus({ timeout })
      await checkKeys(shown, key)
    }
    await element.press(key, { timeout })
  })
}

/** The action of each kind of step. `isSecret` says whether it enters a secret, or compares with one. */
export const STEPS: Readonly<Record<StepKind, Act>> = {
  go,
  click: (step, context) => withElement(context, step.locator, (element, timeout) => element.click({ timeout })),
  fill,
  press,
  expect: (step, context, isSecret) => EXPECTATIONS[step.expected ?? 'visible'](step, context, isSecret),
  screenshot: async () => {},
}
