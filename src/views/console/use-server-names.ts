import { useEffect, useEffectEvent, useState } from 'react'
import { isComplete, isDeciding, type Reading } from '../../commands/core/line/reading.ts'
import { searchOfLine } from '../../commands/core/line/searched.ts'
import type { SearchCall } from '../../commands/core/search-call.ts'
import type { World } from '../../commands/core/world.ts'

/** A search on the server, and its state. */
export type ServerSearch = {
  readonly isBusy: boolean
  /** The text that was last asked for; null once that is forgotten. */
  readonly asked: string | null
  /** Why the latest search has no answer. */
  readonly problem: string | null
  ask(request: SearchCall): void
}

type ServerNames = {
  readonly isSearching: boolean
  /** Why not all names were searched. */
  readonly problem: string | null
  /** The server has yet to say what a name in the line means. */
  readonly isDeciding: boolean
  /** Enter was pressed, and the line runs once that is decided. */
  readonly isAwaited: boolean
  readonly wait: () => void
}

/**
 * The names of a line that are searched on the server: the one that is being typed, and those that may be another object's too. `run` is
 * called for a line that was waited for, if its names turn out to be unique.
 */
export const useServerNames = (
  reading: Reading,
  world: World,
  { search, run }: { search: ServerSearch | undefined; run: () => void },
): ServerNames => {
  const { line } = reading
  const [awaited, setAwaited] = useState<string | null>(null)
  const wanted = searchOfLine(reading, world)
  const ask = useEffectEvent(() => {
    if (wanted) search?.ask(wanted)
  })
  // Answers are forgotten with the console before, and with another project: what is still wanted is asked for again.
  const isForgotten = search?.asked === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text or kind is another search; the machine drops repeated ones
  useEffect(() => ask(), [wanted?.kind, wanted?.text, wanted?.whole, isForgotten])
  const isUndecided = isDeciding(reading)
  const runAwaited = useEffectEvent(() => {
    if (awaited !== line || isUndecided) return
    setAwaited(null)
    if (isComplete(reading)) run()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer of the server changes whether it is decided
  useEffect(() => runAwaited(), [awaited, isUndecided])
  const isSearching = wanted !== null && search?.isBusy === true
  return {
    isSearching,
    problem: wanted && !isSearching ? (search?.problem ?? null) : null,
    isDeciding: isUndecided,
    isAwaited: awaited === line && search?.problem == null,
    wait: () => {
      setAwaited(line)
      // Where the search has failed, it is tried again.
      if (wanted) search?.ask(wanted)
    },
  }
}
