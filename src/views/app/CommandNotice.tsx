import { useSyncExternalStore } from 'react'
import { useApp } from '../core/app-context.ts'
import { Act } from '../parts/act/Act.tsx'
import { ProgressBar } from '../parts/chart/ProgressBar.tsx'
import { Notice } from '../parts/text/Notice.tsx'

/** How far a deed for several things has come, and what went wrong with the last one: it stays where it happened. */
export const CommandNotice = () => {
  const { commandRunner } = useApp()
  const { failure, progress } = useSyncExternalStore(commandRunner.subscribe, commandRunner.state)
  return (
    <>
      {progress && (
        <ProgressBar label={`${progress.done} of ${progress.of}`} value={progress.done} most={progress.of} />
      )}
      {failure && (
        <Notice kind="fail" title={failure.sentence}>
          <Act command="problem.dismiss" kind="ghost" size="small" />
        </Notice>
      )}
    </>
  )
}
