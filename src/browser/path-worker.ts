import { pathsToTransitions } from '../../machines/chart/path-to.ts'
import { transitionsOf } from '../../machines/chart/transitions.ts'
import { examples } from '../../machines/examples/examples.ts'

/** The worker in which test paths are generated: some seconds of work for the largest charts. */
self.addEventListener('message', ({ data: chart }: MessageEvent<string>) => {
  const ofChart = examples[chart] ?? []
  const machine = ofChart[0]?.machine
  self.postMessage(machine ? pathsToTransitions(ofChart, transitionsOf(machine)) : new Map())
})
