import type { Locator, Page } from 'playwright'
import { expect } from './world.ts'

/** What has the focus, in words; or why a person who looks could not tell. */
type Stop = { readonly name: string; readonly isSeen: boolean }

/** Looks whether the focus can be seen: by an outline or a shadow on what has it, or on what is drawn in its stead. */
const stopOf = (page: Page): Promise<Stop> =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return { name: 'nothing', isSeen: true }
    const drawn = [
      element,
      element.parentElement,
      element.parentElement?.parentElement,
      element.nextElementSibling,
      ...(element instanceof HTMLInputElement ? (element.labels ?? []) : []),
    ]
    const isMarked = (one: Element | null | undefined): boolean => {
      if (!one) return false
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) || boxShadow !== 'none'
    }
    const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 60) ?? ''
    return { name: `${element.tagName.toLowerCase()} ${name}`, isSeen: drawn.some(isMarked) }
  })

/** A person at a keyboard, who has no mouse. */
export type Keyboard = {
  press(...keys: string[]): Promise<void>
  type(text: string): Promise<void>
  /** Goes on with Tab until that has the focus; at every stop the focus must be seen. */
  tabTo(target: Locator): Promise<void>
  /** Opens the console, types a line and gives it. */
  line(text: string): Promise<void>
}

const MOST_STOPS = 80

export const keyboardOf = (page: Page): Keyboard => {
  const { keyboard } = page
  const consoleField = page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox')
  const press = async (...keys: string[]) => {
    for (const key of keys) await keyboard.press(key)
  }
  return {
    press,
    type: (text) => keyboard.type(text),
    async tabTo(target) {
      await expect(target).toBeVisible()
      for (let stops = 0; stops < MOST_STOPS; stops++) {
        if (await target.evaluate((element) => element === document.activeElement)) return
        await keyboard.press('Tab')
        const stop = await stopOf(page)
        expect(stop.isSeen, `that ${stop.name} has the focus is seen`).toBe(true)
      }
      throw new Error(`Tab does not come to ${target} within ${MOST_STOPS} stops.`)
    },
    async line(text) {
      await press('Control+k')
      await expect(consoleField).toBeFocused()
      await keyboard.type(text)
      await keyboard.press('Enter')
    },
  }
}
