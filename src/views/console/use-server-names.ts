import { useEffect, useEffectEvent, useState } from 'react'
import { isComplete, isDeciding, type Reading } from '../../commands/core/line/reading.ts'
import { namesakesOfLine, searchOfLine } from '../../commands/core/line/searched.ts'
import { loadedOf, type SearchCall } from '../../commands/core/search-call.ts'
import type { EntityKind, World } from '../../commands/core/world.ts'

/** A search on the server, and its state. */
export type ServerSearch = {
  readonly isBusy: boolean
  /** The text that was last asked for; null once that is forgotten. */
  readonly asked: string | null
  /** Why the latest search has no answer. */
  readonly problem: string | null
  ask(request: SearchCall): void
  /** Why the list of a kind could not be loaded; null where it is loaded, or still on its way. */
  listProblem(kind: EntityKind): string | null
  /** Loads again what could not be loaded. */
  retry(): void
}

type ServerNames = {
  readonly isSearching: boolean
  /** Why not all names were searched. */
  readonly problem: string | null
  /** The server has yet to say what a name in the line means. */
  readonly isDeciding: boolean
  /** A search is on its way that may know what a name in the line means, which the names that are loaded do not say. */
  readonly isUnsettled: boolean
  /** The line is no command so far, and may be a name that is on its way, or a verb with one. */
  readonly isUnnamed: boolean
  /** The list of names that the line is read with is on its way. */
  readonly isLoading: boolean
  /** Enter was pressed, and the line runs once that is decided. */
  readonly isAwaited: boolean
  readonly wait: () => void
}

/**
 * The names of a line that are searched on the server: the one that is being typed, and those that may be another object's too. `proceed` is
 * called for a line that was waited for, once it is known what its names mean.
 */
export const useServerNames = (
  reading: Reading,
  world: World,
  { search, proceed }: { search: ServerSearch | undefined; proceed: () => void },
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
  // Between a key and the effect, the new text is not asked for yet.
  const isSearching = wanted !== null && search !== undefined && (search.isBusy || search.asked !== wanted.text)
  // Before Enter chooses another one, it is known whether an object is called as the text is.
  const namesakes =
    search === undefined || search.problem !== null || isComplete(reading) ? null : namesakesOfLine(reading, world)
  const isUnsettled = reading.command !== null && !isComplete(reading) && (isSearching || namesakes !== null)
  // A text that is no command yet is looked for among the monitors.
  const lacking = reading.problems.find(({ isLoading }) => isLoading)?.argument?.kind
  const kind = lacking ?? (reading.command === null && line.trim() !== '' ? 'monitor' : null)
  const isLacking =
    search !== undefined && world.project !== null && kind !== null && loadedOf(kind, world) === 'nothing'
  const listProblem = isLacking ? search.listProblem(kind) : null
  const isUnnamed = reading.command === null && isLacking && listProblem === null
  const isOpen = isUndecided || isUnsettled || isUnnamed
  const runAwaited = useEffectEvent(() => {
    if (awaited !== line) return
    if (namesakes && !isSearching) search?.ask(namesakes)
    if (isOpen) return
    setAwaited(null)
    // Where it could not be asked, that is said, and nothing is chosen.
    if (isComplete(reading) || (search?.problem === null && listProblem === null)) proceed()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer of the server changes whether it is decided
  useEffect(() => runAwaited(), [awaited, isOpen, isSearching])
  const problem = listProblem ?? (wanted && !isSearching ? (search?.problem ?? null) : null)
  return {
    isSearching,
    problem,
    isDeciding: isUndecided,
    isUnsettled,
    isUnnamed,
    isLoading: isLacking && listProblem === null,
    isAwaited: awaited === line && problem === null,
    wait: () => {
      setAwaited(line)
      // What has failed is tried again.
      if (wanted) search?.ask(wanted)
      if (listProblem !== null) search?.retry()
    },
  }
}
