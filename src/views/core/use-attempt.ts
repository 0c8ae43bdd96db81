import { useCallback, useMemo, useRef } from 'react'
import { fromPromise } from 'xstate'
import { attemptMachine } from '../../../machines/attempt.ts'
import type { Failure } from '../../../machines/resource/failure.ts'
import { useFlow } from './use-flow.ts'
import { useServerBack } from './use-server-back.ts'

export type Attempt<Request, Answer> = {
  readonly isBusy: boolean
  /** Null until it came. */
  readonly answer: Answer | null
  /** Null unless the last attempt failed. */
  readonly failure: Failure | null
  /** Keeps its identity. Does nothing while an attempt is under way. */
  readonly ask: (request: Request) => void
}

type Options = {
  /** Whether it may be asked for again by itself, once the server is back. */
  readonly repeats?: boolean
}

/** Something that a part of a screen asks for, and what became of it. */
export const useAttempt = <Request, Answer>(
  ask: (request: Request) => Promise<Answer>,
  { repeats = false }: Options = {},
): Attempt<Request, Answer> => {
  const latest = useRef(ask)
  latest.current = ask
  const machine = useMemo(
    () =>
      attemptMachine.provide({
        actors: {
          // The machine knows no types: what goes in as a request comes out as one.
          ask: fromPromise<unknown, { request: unknown }>(({ input }) => latest.current(input.request as Request)),
        },
      }),
    [],
  )
  const { ref, snapshot } = useFlow(machine, undefined)
  useServerBack(() => {
    if (repeats) ref.send({ type: 'SERVER_BACK' })
  })
  // An effect that asks must not ask again for each answer.
  const send = useCallback((request: Request) => ref.send({ type: 'ASK', request }), [ref])
  return useMemo(
    () => ({
      isBusy: snapshot.hasTag('busy'),
      answer: snapshot.context.answer as Answer | null,
      failure: snapshot.context.failure,
      ask: send,
    }),
    [send, snapshot],
  )
}
