import { useSyncExternalStore } from 'react'
import { useApp } from './app-context.ts'
import type { Recording } from './recorder.ts'

/** The machines that live now, and what happened to them. */
export const useRecorder = (): Recording => {
  const { recorder } = useApp()
  return useSyncExternalStore(recorder.subscribe, recorder.recording)
}
