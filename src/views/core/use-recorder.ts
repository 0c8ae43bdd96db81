import { useSyncExternalStore } from 'react'
import { useApp } from './app-context.ts'
import type { Recording } from './recorder.ts'

/** Running machines and their recorded events. */
export const useRecorder = (): Recording => {
  const { recorder } = useApp()
  return useSyncExternalStore(recorder.subscribe, recorder.recording)
}
