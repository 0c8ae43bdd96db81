import { useCallback, useMemo, useRef } from 'react'
import { fromCallback, waitFor } from 'xstate'
import { CallError, type Failure } from '../../../machines/resource/failure.ts'
import { type FileToSend, type UploadEvent, uploadMachine } from '../../../machines/upload.ts'
import type { UploadedFile } from '../../contract/core/client.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useFlow } from '../core/use-flow.ts'
import { type ChosenFile, uploadOf } from './chosen-file.ts'

type Send<Answer> = (file: UploadedFile | undefined) => Promise<Answer>

/** The upload of a screen: how much of a file has been sent, and what became of it. */
export type Upload = {
  /** Bytes; null while nothing is sent. */
  readonly sent: number | null
  /** The file that was sent last. */
  readonly file: FileToSend | null
  /** Why the last upload failed; null unless it did. */
  readonly failure: Failure | null
  /** Sends a file; the command `cancel upload` ends it. Rejects if it fails or is cancelled. */
  sendFile<Answer>(file: ChosenFile, send: Send<Answer>): Promise<Answer>
  /** Sends the file of a failed upload again, and ends as `sendFile` does. */
  resendFile<Answer>(): Promise<Answer>
}

const cancelled = (): CallError =>
  new CallError({
    operation: 'file.create',
    message: 'The upload was cancelled. Nothing was stored.',
    status: null,
    statusText: '',
    url: '',
    problems: [],
    body: null,
    at: null,
  })

/** Follows the upload of a file. */
export const useUpload = (): Upload => {
  const sender = useRef<Send<unknown>>(() => Promise.reject(cancelled()))
  const machine = useMemo(
    () =>
      uploadMachine.provide({
        actors: {
          send: fromCallback<UploadEvent, { file: FileToSend | null }>(({ input: { file }, sendBack }) => {
            const end = new AbortController()
            const onProgress = (sent: number) => sendBack({ type: 'PROGRESS', sent })
            const content = file ? uploadOf(file, { onProgress, signal: end.signal }) : undefined
            sender.current(content).then(
              (answer) => sendBack({ type: 'STORED', answer }),
              (error: unknown) => sendBack({ type: 'FAILED', error }),
            )
            return () => end.abort()
          }),
        },
      }),
    [],
  )
  const { ref, snapshot } = useFlow(machine, undefined)
  useScreenEvents(
    'screen',
    useCallback(
      ({ type }) => {
        if (type === 'CANCEL_UPLOAD') ref.send({ type: 'CANCEL' })
      },
      [ref],
    ),
  )
  return useMemo(() => {
    const ended = async <Answer>(): Promise<Answer> => {
      const { context, value } = await waitFor(ref, (one) => one.hasTag('settled'))
      if (context.failure) throw new CallError(context.failure)
      if (value === 'cancelled') throw cancelled()
      // The answer of the function that sent the file.
      return context.answer as Answer
    }
    return {
      sent: snapshot.hasTag('busy') ? snapshot.context.sent : null,
      file: snapshot.context.file,
      failure: snapshot.context.failure,
      sendFile<Answer>(file: ChosenFile, send: Send<Answer>) {
        sender.current = send
        ref.send({ type: 'START', file })
        return ended<Answer>()
      },
      resendFile<Answer>() {
        ref.send({ type: 'RETRY' })
        return ended<Answer>()
      },
    }
  }, [ref, snapshot])
}
