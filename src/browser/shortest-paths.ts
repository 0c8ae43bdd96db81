import type { PathDocument } from '../../machines/chart/path-document.ts'

/** Generates the shortest path to each transition of a chart, by the transition's key, in a worker. */
export const shortestPaths = (chart: string): Promise<ReadonlyMap<string, PathDocument>> => {
  const worker = new Worker(new URL('./path-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<ReadonlyMap<string, PathDocument>>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ReadonlyMap<string, PathDocument>>) => resolve(data)
    worker.onerror = (event) => {
      event.preventDefault()
      reject(new Error('The paths could not be generated.'))
    }
    worker.postMessage(chart)
  }).finally(() => worker.terminate())
}
