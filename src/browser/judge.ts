import type { JudgeTask, JudgingEvent } from '../../machines/conditions/judging.ts'

/** Evaluates conditions and tells each step. Returns a function that stops it. */
export type Judge = (task: JudgeTask, tell: (event: JudgingEvent) => void) => () => void

const newWorker = (): Worker => new Worker(new URL('./judge-worker.ts', import.meta.url), { type: 'module' })

let free: Worker | null = null

/** Evaluates conditions in a worker, which is kept for the next time, or ended if it is stopped while it works. */
export const judge: Judge = (task, tell) => {
  const worker = free ?? newWorker()
  free = null
  let isOver = false
  const end = (): void => {
    worker.onmessage = null
    worker.onerror = null
    isOver = true
  }
  worker.onmessage = ({ data }: MessageEvent<JudgingEvent>) => {
    if (data.type === 'ANSWERED') {
      end()
      free ??= worker
      if (free !== worker) worker.terminate()
    }
    tell(data)
  }
  worker.onerror = (event) => {
    event.preventDefault()
    end()
    worker.terminate()
    tell({ type: 'FAILED' })
  }
  worker.postMessage(task)
  return () => {
    if (isOver) return
    end()
    worker.terminate()
  }
}
