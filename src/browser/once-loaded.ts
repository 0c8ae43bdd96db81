/** Starts something with its input, and returns a function that stops it. */
type Start<Input, Event> = (input: Input, tell: (event: Event) => void) => () => void

/** An effect whose code is no part of the first load: it starts once that is here, unless it was stopped meanwhile. */
export const onceLoaded =
  <Input, Event extends { readonly type: string }>(
    load: () => Promise<Start<Input, Event>>,
    failed: (cause: unknown) => Event,
  ): Start<Input, Event> =>
  (input, tell) => {
    let stop: (() => void) | null = null
    let isStopped = false
    load().then(
      (start) => {
        if (!isStopped) stop = start(input, tell)
      },
      (cause: unknown) => {
        if (!isStopped) tell(failed(cause))
      },
    )
    return () => {
      isStopped = true
      stop?.()
    }
  }
