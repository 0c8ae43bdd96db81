import { useActorRef, useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { fromPromise } from 'xstate'
import type { PathDocument } from '../../../machines/chart/path-document.ts'
import { useApp } from '../core/app-context.ts'

export type ShortestPaths =
  | { readonly state: 'ready'; readonly paths: ReadonlyMap<string, PathDocument> }
  | { readonly state: 'generating' }
  | { readonly state: 'failed' }

/** The shortest generated paths of a chart. Mount the component anew for another chart. */
export const useShortestPaths = (chart: string): ShortestPaths => {
  const { shortestPaths } = useApp()
  const logic = useMemo(() => fromPromise(() => shortestPaths(chart)), [shortestPaths, chart])
  const { status, output } = useSelector(useActorRef(logic), (snapshot) => snapshot)
  if (status === 'done') return { state: 'ready', paths: output }
  return { state: status === 'active' ? 'generating' : 'failed' }
}
