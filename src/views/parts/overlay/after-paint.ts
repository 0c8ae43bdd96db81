/** Calls a task after the next frame is painted: work that the frame needs not wait for. Returns how to cancel it. */
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
