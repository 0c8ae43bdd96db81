import type { Locator, Page } from 'playwright'

const PATIENCE_MS = 10_000

/**
 * Presses a key in a text field and returns the milliseconds from the browser's timestamp of the press to the frame with its letter: a frame
 * follows the `input` event and everything that it set off, and a message posted from it runs after painting.
 */
export const letterAfterKey = async (page: Page, key: string, field: Locator): Promise<number> => {
  const painted = await field.evaluateHandle((element) => {
    const time = new Promise<number>((resolve) => {
      let pressedMs = 0
      addEventListener('keydown', ({ timeStamp }) => (pressedMs = timeStamp), { once: true, capture: true })
      element.addEventListener(
        'input',
        () =>
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel()
            port1.onmessage = () => resolve(performance.now() - pressedMs)
            port2.postMessage(null)
          }),
        { once: true },
      )
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
  if (ms === null) throw new Error(`No letter after ${key}.`)
  return ms
}

/** Puts a plain dialog with an empty field into the page: the key F9 opens it, and F8 closes it. */
export const addPlainDialog = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const dialog = document.createElement('dialog')
    dialog.id = 'plain-dialog'
    dialog.innerHTML = '<input aria-label="Plain"><p>A plain dialog</p>'
    document.body.append(dialog)
    addEventListener('keydown', ({ key }) => {
      if (key === 'F9') dialog.showModal()
      if (key === 'F8') dialog.close()
    })
  })

/** The milliseconds between two frames of a page at rest: the median of 30. */
export const frameOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const times: number[] = []
        // A method, because the loader wraps named functions in a helper that the page does not have.
        const frames = {
          next(at: number) {
            times.push(at)
            if (times.length <= 30) requestAnimationFrame(frames.next)
            else {
              const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time))
              resolve(gaps.sort((a, b) => a - b)[15] ?? Number.NaN)
            }
          },
        }
        requestAnimationFrame(frames.next)
      }),
  )
