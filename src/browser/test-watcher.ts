import type { InspectionEvent } from 'xstate'

type Inspect = (inspected: InspectionEvent) => void

/**
 * Also tells XState's inspection events to a function that a test's script set before the app started: exported test paths follow the
 * live machines by it. A script that can set it runs within the page and could read anything there, so it opens nothing new.
 */
export const watchedByTests = <Recorder extends { readonly inspect: Inspect }>(recorder: Recorder): Recorder => {
  const { sondeInspect } = globalThis as { sondeInspect?: Inspect }
  if (!sondeInspect) return recorder
  const inspect: Inspect = (inspected) => {
    recorder.inspect(inspected)
    sondeInspect(inspected)
  }
  return { ...recorder, inspect }
}
