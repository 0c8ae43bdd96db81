import type { Locator, Page } from 'playwright'

/** Sorts milliseconds and returns a percentile. */
export const share = (times: readonly number[], part: number): number =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN

const PATIENCE_MS = 10_000

/**
 * Presses a key and returns the milliseconds from the browser's timestamp of the key press to the frame with a change in `target`: a
 * frame follows the change, and a message posted from it runs after painting.
 */
export const paintAfterKey = async (page: Page, key: string, target: Locator): Promise<number> => {
  const painted = await target.evaluateHandle((element) => {
    const time = new Promise<number>((resolve) => {
      let pressedMs = 0
      addEventListener('keydown', ({ timeStamp }) => (pressedMs = timeStamp), { once: true, capture: true })
      const observer = new MutationObserver(() => {
        if (pressedMs === 0) return
        observer.disconnect()
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve(performance.now() - pressedMs)
          port2.postMessage(null)
        })
      })
      observer.observe(element, { subtree: true, childList: true, characterData: true, attributes: true })
    })
    // Wrapped, because a bare promise would be awaited.
    return { time }
  })
  await page.keyboard.press(key)
  const ms = await painted.evaluate(
    ({ time }, patienceMs) =>
      Promise.race([time, new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null))]),
    PATIENCE_MS,
  )
  if (ms === null) throw new Error(`Nothing changed after ${key}: ${await target.first().textContent()}`)
  return ms
}

/** Returns the milliseconds between frames while the page is scrolled by the wheel. */
export const framesWhileScrolling = async (page: Page, turns: number): Promise<number[]> => {
  await page.evaluate(() => {
    const times: number[] = []
    // A method, because the loader wraps named functions in a helper that the page does not have.
    const frames = {
      next(at: number) {
        times.push(at)
        requestAnimationFrame(frames.next)
      },
    }
    requestAnimationFrame(frames.next)
    Object.assign(globalThis, { frameTimes: times })
  })
  for (let turn = 0; turn < turns; turn++) await page.mouse.wheel(0, 800)
  const times = await page.evaluate(() => (globalThis as unknown as { frameTimes: number[] }).frameTimes.slice())
  return times.slice(1).map((at, index) => at - (times[index] ?? at))
}

/** Makes every document record when the first of these elements was painted, from the start of its navigation. */
export const noteFirst = (page: Page, selector: string): Promise<void> =>
  page.addInitScript((wanted) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(wanted)) return
      observer.disconnect()
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => performance.mark('first')
        port2.postMessage(null)
      })
    })
    observer.observe(document, { subtree: true, childList: true })
  }, selector) as Promise<unknown> as Promise<void>

/** Returns the milliseconds that `noteFirst` recorded, once available. */
export const noted = async (page: Page): Promise<number> => {
  const handle = await page.waitForFunction(() => performance.getEntriesByName('first')[0]?.startTime)
  return (await handle.jsonValue()) ?? Number.NaN
}

/**
 * Clicks a link and returns the milliseconds from the browser's timestamp of the click to the frame with the first element that matches
 * `selector`, which must not be there before.
 */
export const paintAfterClick = async (page: Page, link: Locator, selector: string): Promise<number> => {
  await page.evaluate((wanted) => {
    performance.clearMarks('painted')
    let clickedMs = 0
    addEventListener('click', ({ timeStamp }) => (clickedMs = timeStamp), { once: true, capture: true })
    const observer = new MutationObserver(() => {
      if (clickedMs === 0 || !document.querySelector(wanted)) return
      observer.disconnect()
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => performance.measure('painted', { start: clickedMs, end: performance.now() })
        port2.postMessage(null)
      })
    })
    observer.observe(document, { subtree: true, childList: true, attributes: true })
  }, selector)
  await link.click()
  const handle = await page.waitForFunction(() => performance.getEntriesByName('painted')[0]?.duration)
  const ms = (await handle.jsonValue()) ?? Number.NaN
  await page.evaluate(() => performance.clearMeasures('painted'))
  return ms
}
