import { useCallback } from 'react'
import { useScreenEvents } from '../../core/screen-machines.ts'
import { useServerBack } from '../../core/use-server-back.ts'
import { Act } from '../../parts/act/Act.tsx'
import { Notice } from '../../parts/text/Notice.tsx'

type PartNoticeProps = {
  /** Such as `The chart did not load.` */
  readonly sentence: string
  readonly retry: () => void
}

/** Stands for a part whose code did not come. The part is tried again when the server answers again, or by a press. */
export const PartNotice = ({ sentence, retry }: PartNoticeProps) => {
  useServerBack(retry)
  useScreenEvents(
    'screen',
    useCallback(
      ({ type }) => {
        if (type === 'RETRY') retry()
      },
      [retry],
    ),
  )
  return (
    <Notice
      kind="fail"
      title={sentence}
      urgent
      actions={<Act command="screen.retry" kind="secondary" size="small" hint={false} />}
    >
      Everything else on this page is as it was.
    </Notice>
  )
}
