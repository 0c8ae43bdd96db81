import { useSyncExternalStore } from 'react'
import { useApp } from '../core/app-context.ts'
import type { Recording } from './recorded.ts'
import { type Recorder, recorderOf } from './recorder.ts'

export const useRecorder = (): Recorder => recorderOf(useApp().tape)

/** Machines that run or ran, their steps, and the coverage of their charts. */
export const useRecording = (): Recording => {
  const recorder = useRecorder()
  return useSyncExternalStore(recorder.subscribe, recorder.recording)
}
