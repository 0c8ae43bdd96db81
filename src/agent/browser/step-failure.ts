import type { Page } from 'playwright-core'
import { type Locator, locatorWords } from '../../domain/monitors/browser-steps.ts'
import { findElement } from './find-element.ts'
import { within } from './within.ts'

/** Time for the page to say something about an element. */
const LOOK_MS = 1_000

/** A step of a journey that cannot be done; the sentence is for people. */
export class StepFailure extends Error {}

const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`

const firstLine = (error: unknown): string =>
  error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)

/** The sentence about an element that is not there. */
export const absenceSentence = (locator: Locator, waitedMs: number): string =>
  `no visible element fits ${locatorWords(locator)}, within ${seconds(waitedMs)}`

/** Why an element could not be used: there is none, there are several, or it cannot be used now. */
export const elementFailure = async (
  page: Page,
  locator: Locator,
  error: unknown,
  waitedMs: number,
): Promise<StepFailure> => {
  const words = locatorWords(locator)
  const element = findElement(page, locator)
  const count = await within(element.count(), LOOK_MS, null).catch(() => null)
  if (count === null) return new StepFailure(`the page does not answer, so ${words} cannot be found`)
  if (count === 0) return new StepFailure(absenceSentence(locator, waitedMs))
  if (count > 1)
    return new StepFailure(`${count} visible elements fit ${words}: describe the one you mean more closely`)
  const isEnabled = await within(element.isEnabled(), LOOK_MS, true).catch(() => true)
  if (!isEnabled) return new StepFailure(`${words} is disabled`)
  if (/intercepts pointer events/.test(error instanceof Error ? error.message : ''))
    return new StepFailure(`${words} is covered by another element`)
  if (/not an <input>|not editable|cannot be filled/i.test(firstLine(error)))
    return new StepFailure(`${words} is not a field that takes a text`)
  return new StepFailure(`${words} is there, but it could not be used within ${seconds(waitedMs)}`)
}
