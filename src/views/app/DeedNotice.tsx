import { useSyncExternalStore } from 'react'
import { Act } from '../parts/Act.tsx'
import { Notice } from '../parts/Notice.tsx'
import { ProgressBar } from '../parts/ProgressBar.tsx'
import { useApp } from './app-context.ts'

/** How far a deed for several things has come, and what went wrong with the last one: it stays where it happened. */
export const DeedNotice = () => {
  const { deeds } = useApp()
  const { trouble, progress } = useSyncExternalStore(deeds.subscribe, deeds.state)
  return (
    <>
      {progress && (
        <ProgressBar label={`${progress.done} of ${progress.of}`} value={progress.done} most={progress.of} />
      )}
      {trouble && (
        <Notice kind="fail" title={trouble.sentence}>
          <Act command="problem.dismiss" kind="ghost" size="small" />
        </Notice>
      )}
    </>
  )
}
