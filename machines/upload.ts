import { assign, fromCallback, setup } from 'xstate'
import { type Failure, failureOf } from './resource/failure.ts'
import { typed } from './typed.ts'

/** A file to send: its key names its content, and its size is in bytes. */
export type FileToSend = { readonly key: string; readonly name: string; readonly size: number }

/** `sent`: bytes. `failure` is the last upload's; `answer` is the server's, null until it came. */
export type UploadContext = {
  readonly file: FileToSend | null
  readonly sent: number
  readonly failure: Failure | null
  readonly answer: unknown
}

export type UploadEvent =
  | { readonly type: 'START'; readonly file: FileToSend }
  | { readonly type: 'CANCEL' | 'RETRY' }
  | UploadNews

/** News of an upload, from the actor that sends it. */
export type UploadNews =
  | { readonly type: 'PROGRESS'; readonly sent: number }
  | { readonly type: 'STORED'; readonly answer: unknown }
  | { readonly type: 'FAILED'; readonly error: unknown }

const toolkit = setup({
  types: typed<{ context: UploadContext; events: UploadEvent }>(),
  actors: {
    /** Sends a file, and tells its progress and its end. To stop it ends the request. */
    send: fromCallback<UploadEvent, { file: FileToSend | null }>(() => {
      throw new Error('The actor send is not provided.')
    }),
  },
  guards: {
    isWhole: ({ context, event }) => event.type === 'PROGRESS' && event.sent >= (context.file?.size ?? 0),
  },
  actions: {
    choose: assign(({ event }) => (event.type === 'START' ? { file: event.file } : {})),
    begin: assign({ sent: 0, failure: null, answer: null }),
    keepProgress: assign(({ event }) => (event.type === 'PROGRESS' ? { sent: event.sent } : {})),
    keepAnswer: assign(({ event }) => (event.type === 'STORED' ? { answer: event.answer } : {})),
    keepFailure: assign(({ event }) =>
      event.type === 'FAILED' ? { failure: failureOf('file.create', event.error) } : {},
    ),
  },
})

const started = { target: 'sending', actions: 'choose' } as const

/** The upload of a file: its progress, its end, and another try after a failure. To leave the screen or to cancel ends the request. */
export const uploadMachine = toolkit.createMachine({
  id: 'upload',
  context: { file: null, sent: 0, failure: null, answer: null },
  initial: 'idle',
  states: {
    idle: { on: { START: started } },
    sending: {
      tags: 'busy',
      entry: 'begin',
      invoke: { id: 'send', src: 'send', input: ({ context: { file } }) => ({ file }) },
      initial: 'uploading',
      on: {
        STORED: { target: 'stored', actions: 'keepAnswer' },
        FAILED: { target: 'failed', actions: 'keepFailure' },
        CANCEL: 'cancelled',
      },
      states: {
        uploading: {
          on: {
            PROGRESS: [{ guard: 'isWhole', target: 'storing', actions: 'keepProgress' }, { actions: 'keepProgress' }],
          },
        },
        /** All is sent; the server stores it. */
        storing: {},
      },
    },
    stored: { tags: 'settled', on: { START: started } },
    failed: { tags: 'settled', on: { START: started, RETRY: 'sending' } },
    cancelled: { tags: 'settled', on: { START: started } },
  },
})
