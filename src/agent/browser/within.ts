/** Resolves as `promise` does, or with `late` after some milliseconds, because a page can keep its browser from answering. */
export const within = async <T, L>(promise: Promise<T>, ms: number, late: L): Promise<T | L> => {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<L>((resolve) => {
    timer = setTimeout(() => resolve(late), ms)
  })
  promise.catch(() => {})
  try {
    return await Promise.race([promise, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
