import { fromPromise, type NonReducibleUnknown } from 'xstate'

export type Call<Output, Input> = {
  readonly input: Input
  readonly signal: AbortSignal
  readonly resolve: (output: Output) => void
  readonly reject: (error: unknown) => void
}

/** An effect that the test ends by hand: its calls in order, each with its abort signal. */
export const deferred = <Output, Input extends NonReducibleUnknown>() => {
  const calls: Call<Output, Input>[] = []
  const logic = fromPromise<Output, Input>(
    ({ input, signal }) => new Promise((resolve, reject) => calls.push({ input, signal, resolve, reject })),
  )
  const last = (): Call<Output, Input> => {
    const call = calls.at(-1)
    if (!call) throw new Error('Nobody has called yet.')
    return call
  }
  return { logic, calls, last }
}

/** Waits until all resolved promises have been processed. */
export const heard = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
