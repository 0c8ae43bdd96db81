import { useSelector } from '@xstate/react'
import { useApp } from '../core/app-context.ts'
import { useServerBack } from '../core/use-server-back.ts'
import { Act } from '../parts/act/Act.tsx'
import { ProgressBar } from '../parts/chart/ProgressBar.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import classes from './CommandNotice.module.css'

/** Progress of a bulk command and the error of the last command, shown on the page until the next one. */
export const CommandNotice = () => {
  const { ref } = useApp().commandRunner
  useServerBack(() => ref.send({ type: 'SERVER_BACK' }))
  const { failure, progress } = useSelector(ref, (snapshot) => snapshot.context)
  return (
    <>
      {progress && (
        <ProgressBar label={`${progress.done} of ${progress.of}`} value={progress.done} most={progress.of} />
      )}
      {failure && (
        <div className={classes.failure}>
          <Notice kind="fail" title={failure.sentence} urgent>
            <Act command="problem.dismiss" kind="ghost" size="small" />
          </Notice>
        </div>
      )}
    </>
  )
}
