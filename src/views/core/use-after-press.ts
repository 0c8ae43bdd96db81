import { useEffect } from 'react'

const BEGIN = ['pointerdown', 'mousedown'] as const
/** A key ends a press whose release went to a native menu, such as that of a select. */
const END = ['pointerup', 'pointercancel', 'mouseup', 'dragend', 'keydown'] as const

/** State of the page's pointer, and the tasks that wait for its release. */
const press = { isDown: false, waiting: new Set<() => void>() }

const begin = (): void => {
  press.isDown = true
}

const end = (): void => {
  if (!press.isDown) return
  // The click follows within the same task as the release.
  setTimeout(() => {
    press.isDown = false
    const due = [...press.waiting]
    press.waiting.clear()
    for (const task of due) task()
  })
}

// Adding the same listener again has no effect, so any number of forms share these.
const watch = (): void => {
  for (const type of BEGIN) addEventListener(type, begin, { capture: true, passive: true })
  for (const type of END) addEventListener(type, end, { capture: true, passive: true })
}

const afterPress = (task: () => void): void => {
  if (press.isDown) press.waiting.add(task)
  else task()
}

/**
 * Returns a function that runs a task once no pointer is pressed. The error of a field that is left moves the controls below it:
 * shown between press and release, it would move a button away from the pointer, and the click would be lost.
 */
export const useAfterPress = (): ((task: () => void) => void) => {
  useEffect(watch, [])
  return afterPress
}
