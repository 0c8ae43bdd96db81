import { useMemo } from 'react'

/** Milliseconds within which a second press of Enter belongs to the first. */
export const DOUBLE_MS = 300

/**
 * Passes over Enter for as long as it may belong to the press that has closed a layer: by then the focus is back on the button that had it
 * before the layer was opened, and whoever pressed twice, or holds the key (`isDown`), did not mean that one.
 */
const passOverSecondEnter = (isDown: boolean): void => {
  const focused = document.activeElement
  const closedAt = performance.now()
  const over = new AbortController()
  const listening = { capture: true, signal: over.signal }
  let isHeld = isDown
  addEventListener(
    'keydown',
    (event) => {
      const isSecond = isHeld || event.timeStamp - closedAt < DOUBLE_MS
      if (!isSecond) return over.abort()
      if (event.key !== 'Enter' || event.target !== focused) return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    listening,
  )
  const released = (): void => {
    isHeld = false
  }
  addEventListener('keyup', ({ key }) => key === 'Enter' && released(), listening)
  // A key that is released over another window is released.
  addEventListener('blur', released, { signal: over.signal })
}

/** The Enter that closes a layer: the layer hands in its keys, and says when it has closed. */
export const useClosingEnter = () =>
  useMemo(() => {
    let last = ''
    let isDown = false
    return {
      keys: {
        onKeyDownCapture: ({ key }: { readonly key: string }): void => {
          last = key
          isDown = key === 'Enter'
        },
        onKeyUpCapture: ({ key }: { readonly key: string }): void => {
          if (key === 'Enter') isDown = false
        },
      },
      // The browser gives the focus back after this.
      closed: (): void => {
        if (last === 'Enter') queueMicrotask(() => passOverSecondEnter(isDown))
      },
    }
  }, [])
