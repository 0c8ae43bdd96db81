/** Calls a task after the next frame is painted: work for which the frame need not wait. Returns how to cancel it. */
export const afterPaint = (task: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  // Its callback runs before the frame is painted; a timer that it sets runs after.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(task)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
