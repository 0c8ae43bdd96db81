import { useCallback, useMemo, useRef, useState } from 'react'
import type { UploadedFile } from '../../contract/core/client.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { type ChosenFile, uploadOf } from './chosen-file.ts'

/** The upload of a screen: how much of a file has been sent. */
export type Upload = {
  /** Null while nothing is sent. */
  readonly sent: number | null
  /** Runs a call with the file; its progress is followed, and the command `cancel upload` ends it. */
  run<Answer>(file: ChosenFile, send: (file: UploadedFile | undefined) => Promise<Answer>): Promise<Answer>
}

/** Follows the upload of a file. */
export const useUpload = (): Upload => {
  const [sent, setSent] = useState<number | null>(null)
  const ending = useRef<AbortController | null>(null)
  useScreenEvents(
    'screen',
    useCallback(({ type }) => {
      if (type === 'CANCEL_UPLOAD') ending.current?.abort()
    }, []),
  )
  const run = useCallback<Upload['run']>(async (file, send) => {
    const end = new AbortController()
    ending.current = end
    setSent(0)
    try {
      return await send(uploadOf(file, { onProgress: setSent, signal: end.signal }))
    } finally {
      ending.current = null
      setSent(null)
    }
  }, [])
  return useMemo(() => ({ sent, run }), [sent, run])
}
