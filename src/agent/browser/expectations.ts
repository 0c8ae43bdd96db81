import type { ElementHandle, Page } from 'playwright-core'
import { type Expectation, locatorWords, type Step } from '../../domain/monitors/browser-steps.ts'
import { maskText } from '../../domain/secrets/masking.ts'
import { findElement } from './find-element.ts'
import { LOOK_MS, lookUntil } from './look-until.ts'
import { containsOpenly, isWithinSecret } from './open-match.ts'
import { checkAim, isBlank } from './secret-aim.ts'
import { showsSecretField } from './secret-fields.ts'
import { StepFailure } from './step-failure.ts'
import { type StepContext, waitMs, withElement } from './with-element.ts'
import { within } from './within.ts'

/** Length of a text of the page that a sentence quotes. */
const MAX_QUOTED = 200

/** Masked before it is cut: a cut could split a secret, whose first half would not be found any more. */
const quoted = (text: string, secrets: readonly string[]): string => {
  const masked = maskText(text, secrets)
  return masked.length > MAX_QUOTED ? `${masked.slice(0, MAX_QUOTED)}…` : masked
}

type Handle = ElementHandle<unknown>
/** Reads what an expectation is about from its element, or from the root of the page. */
type Read = (element: Handle) => Promise<string>

/** The element as the page that it is read in sees it. Agents know no types of pages. */
type Seen = {
  readonly innerText: string
  readonly value?: unknown
  readonly closest: (selector: 'label') => { readonly control: { readonly value?: unknown } | null } | null
  readonly ownerDocument: { readonly title: string; readonly location: { readonly href: string } }
}
const seen =
  (read: (element: Seen) => string): Read =>
  (element) =>
    (element as ElementHandle<Seen>).evaluate(read)

const READS: Readonly<Record<'text' | 'value' | 'url' | 'title', Read>> = {
  text: seen(({ innerText }: { innerText: string }) => innerText),
  value: seen((element) => {
    const { value } = element.value === undefined ? (element.closest('label')?.control ?? element) : element
    if (typeof value !== 'string') throw new Error('the element has no value')
    return value
  }),
  url: seen(({ ownerDocument }) => ownerDocument.location.href),
  title: seen(({ ownerDocument }) => ownerDocument.title),
}

type Expect = (step: Step, context: StepContext, isSecret: boolean) => Promise<void>

/**
 * Looks at the page again and again until it is as expected. Fails with the last thing that it showed. A secret is compared only with what
 * an element of its origins shows: on other pages even the answer, made true and false at will, would tell the secret by halves.
 */
const expectOf =
  (what: 'text' | 'value' | 'url' | 'title'): Expect =>
  async (step, context, isSecret) => {
    const { value = '', locator } = step
    const holds = (text: string) =>
      what === 'value' ? text === value : text.includes(value) && containsOpenly(text, value, context.task.ownSecrets)
    let isSecretField = false
    const look = async (page: Page): Promise<string> => {
      const place = locator ? findElement(page, locator) : page.locator(':root')
      const element = await place.first().elementHandle({ timeout: LOOK_MS })
      const isConcealed = locator !== undefined && (await isWithinSecret(place, locator, context.task.ownSecrets))
      if (!element || isConcealed) throw new Error('no element')
      try {
        if (isSecret) await checkAim(context.task, page, element, 'the secret of this step')
        isSecretField = locator !== undefined && (await showsSecretField(element))
        return await READS[what](element)
      } finally {
        element.dispose().catch(() => {})
      }
    }
    const found: { last: string | null; refused: StepFailure | null } = { last: null, refused: null }
    const isMet = await lookUntil(waitMs(context), async () => {
      const { page } = context.watch
      try {
        // A window that is busy may answer late, when another one is the one to look at.
        const now = await within(look(page), LOOK_MS, null)
        found.last = now ?? found.last
        found.refused = null
        return now !== null && holds(now)
      } catch (error) {
        if (error instanceof StepFailure) {
          if (!isBlank(page)) throw error
          found.refused = error
        }
        return false
      }
    })
    if (isMet) return
    const { last, refused } = found
    if (refused) throw refused
    const words = locator ? locatorWords(locator) : what === 'url' ? 'the address' : 'the title'
    if (isSecretField)
      throw new StepFailure(`${words} has another ${what}, which is not quoted: a secret was entered there`)
    throw new StepFailure(
      last === null ? `${words} could not be read` : `${words} is “${quoted(last, context.task.secrets)}”`,
    )
  }

const expectHidden = async (step: Step, context: StepContext): Promise<void> => {
  const { page } = context.watch
  const elements = findElement(page, step.locator ?? {})
  if (await isWithinSecret(elements, step.locator ?? {}, context.task.ownSecrets)) return
  await elements
    .first()
    .waitFor({ state: 'hidden', timeout: waitMs(context) })
    .catch(() => {
      throw new StepFailure(`${locatorWords(step.locator ?? {})} is still visible`)
    })
}

/** Waits of each expectation. `isSecret` says whether it compares with a secret. */
export const EXPECTATIONS: Readonly<Record<Expectation, Expect>> = {
  // To find the element is to see it.
  visible: (step, context) => withElement(context, step.locator, async () => {}),
  hidden: expectHidden,
  text: expectOf('text'),
  value: expectOf('value'),
  url: expectOf('url'),
  title: expectOf('title'),
}
