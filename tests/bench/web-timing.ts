import type { Locator, Page } from 'playwright'

/** Milliseconds in order, and the one below which a share of them lie. */
export const share = (times: readonly number[], part: number): number =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN

const PATIENCE_MS = 10_000

/**
 * Presses a key and answers the milliseconds from the browser's own stamp of the press to the frame that shows what it changed
 * within `target`: after the change comes a frame, and what is posted from within it runs when that has been drawn.
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
    // A promise that is handed over as it is would be waited for.
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

/** Milliseconds between the frames while the page is scrolled by its wheel. */
export const framesWhileScrolling = async (page: Page, turns: number): Promise<number[]> => {
  await page.evaluate(() => {
    const times: number[] = []
    // A method: the loader of these files wraps named functions in what no page knows.
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

/** Has every document of the page note when the first of these elements was drawn, counted from the start of its navigation. */
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

/** The milliseconds that `noteFirst` noted, once it has. */
export const noted = async (page: Page): Promise<number> => {
  const handle = await page.waitForFunction(() => performance.getEntriesByName('first')[0]?.startTime)
  return (await handle.jsonValue()) ?? Number.NaN
}
