import { commandById } from '../registry.ts'
import { divided, idleText } from './already.ts'
import { type Argument, argumentsOf, bulkArgumentOf, lacksOption } from './argument.ts'
import { unavailableReason } from './availability.ts'
import { confirmationOfAll, counted, doneText, lostResultsLines, nounsOf, unchangedText } from './bulk-words.ts'
import type { Command, Confirmation } from './command.ts'
import { failureSentence, isUnanswered } from './failure-sentence.ts'
import { inTurns } from './in-turns.ts'
import { writeLine } from './line/write.ts'
import { leadingNobodyAway } from './moved-on.ts'
import { entityOf } from './naming.ts'
import { record, settle } from './undo/recording.ts'
import { atWork } from './undo/running.ts'
import type { World } from './world.ts'

type Values = Readonly<Record<string, unknown>>

/** `asked`: something was missing or has to be confirmed, and the console has opened with what there is. */
export type Performed = { readonly status: 'done' } | { readonly status: 'asked'; readonly line: string }

/** A command that was not carried out, with a sentence for whoever gave it. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused'
  /** The server did not answer: its sentence is out of date once it does. */
  readonly isUnanswered: boolean
  constructor(sentence: string, { isUnanswered = false, cause }: { isUnanswered?: boolean; cause?: unknown } = {}) {
    super(sentence, { cause })
    this.isUnanswered = isUnanswered
  }
}

/** A command that the server would refuse now, so that nobody is asked about it. */
export class CommandBarred extends CommandRefused {}

type Options = {
  /** The confirmation word was typed. */
  readonly confirmed?: boolean
  /** Called after each object of a bulk action. */
  readonly progress?: (done: number, of: number) => void
}

/**
 * Carries a command out. The argument that names its thing may hold several ids, and where it is missing it is the selection, else
 * what has the focus. Rejects with a `CommandRefused` whose message is the sentence to show.
 */
export const perform = async (
  command: Command | string,
  given: Values,
  world: World,
  options: Options = {},
): Promise<Performed> => {
  const found = typeof command === 'string' ? commandById(command) : command
  if (!found) throw new CommandRefused(`There is no command called ${command}.`)
  const refusal = unavailableReason(found, world)
  if (refusal !== null) throw new CommandRefused(refusal)
  const opening = found.needs === undefined ? null : (world.presence?.()?.opening ?? null)
  // It would act in the project that is being left, and nobody would see the answer.
  if (opening !== null) throw new CommandRefused(`“${opening}” is being opened. Nothing was done.`)
  const args = filled(found, given, world)
  const missing =
    argumentsOf(found).some(({ key, required }) => required && args[key] === undefined) || lacksOption(found, args)
  const asked = confirmationOf(found, args, world)
  if (asked?.barred !== undefined) {
    // What stood in the way may be gone: the next attempt is about what is so now.
    world.refresh()
    throw new CommandBarred(asked.barred)
  }
  const confirmation = options.confirmed ? null : asked
  if (missing || confirmation) {
    const line = writeLine(found, args, world)
    world.send('console', { type: 'OPEN', line: missing ? `${line} ` : line })
    if (!missing) world.send('console', { type: 'SUBMIT' })
    return { status: 'asked', line }
  }
  const act = () => runForEach(found, args, world, options)
  await (found.effect === 'read' || found.undo === 'unneeded' ? act() : atWork(world, act))
  return { status: 'done' }
}

/** What is missing, taken from the selection or from what has the focus. */
const filled = (command: Command, given: Values, world: World): Values => {
  const args: Record<string, unknown> = { ...given }
  for (const { key, kind, required } of argumentsOf(command)) {
    if (!required || kind === null || args[key] !== undefined) continue
    const { selection, focus } = world
    if (selection?.kind === kind && bulkArgumentOf(command)?.key === key) {
      args[key] = selection.ids.length === 1 ? selection.ids[0] : selection.ids
    } else if (focus?.kind === kind) args[key] = focus.id
    else if (kind === 'location' && world.place?.params.locationId) args[key] = world.place.params.locationId
  }
  return args
}

/** The confirmation of a permanent action; null if none is needed, or not yet. */
export const confirmationOf = (command: Command, args: Values, world: World): Confirmation | null => {
  const { confirm } = command
  if (!confirm || argumentsOf(command).some(({ key, required }) => required && args[key] === undefined)) return null
  const { calls } = divided(command, callsOf(command, args), world)
  const each = calls.flatMap((call) => confirm(call, world) ?? [])
  return confirmationOfAll(each, nounsOf(bulkArgumentOf(command)?.kind))
}

/** The confirmation of a command that is typed. */
export const confirmationOfTyped = (command: Command, args: Values, world: World): Confirmation | null =>
  confirmationOf(command, args, world) ?? command.confirmTyped?.() ?? null

/** The confirmation as its question shows it: with the effects that are read from the server for it. A line that confirms itself reads none. */
export const questionOf = (
  command: Command,
  args: Values,
  world: World,
  confirming = confirmationOf,
): Confirmation | null => {
  const confirmation = confirming(command, args, world)
  if (!confirmation) return null
  const { results, effects, isOfSeveral = false, namesLine } = confirmation
  const names = effects.filter((effect) => effect === namesLine)
  const lost = results ? lostResultsLines(results(), isOfSeveral) : []
  return { ...confirmation, effects: [...names, ...lost, ...effects.filter((effect) => effect !== namesLine)] }
}

/** One call for each of several things, however often it is named. */
export const callsOf = (command: Command, args: Values): readonly Values[] => {
  const key = bulkArgumentOf(command)?.key
  const ids = key === undefined ? undefined : args[key]
  return key !== undefined && Array.isArray(ids) ? [...new Set(ids)].map((id) => ({ ...args, [key]: id })) : [args]
}

const runForEach = async (command: Command, args: Values, world: World, { progress }: Options): Promise<void> => {
  const { calls, idle } = divided(command, callsOf(command, args), world)
  const bulk = bulkArgumentOf(command)
  const idleNames = idle.map(({ call }) => nameOf(bulk, call, world))
  const idleWords = idleText(idle, idleNames, nounsOf(bulk?.kind))
  // An undo after it undoes nothing else.
  if (calls.length === 0 && idleWords !== null) return world.tell(idleWords, { isUnchanged: true })
  if (calls.length === 0) throw new CommandRefused(`No ${nounsOf(bulk?.kind)[0]} is named.`)
  const acting = leadingNobodyAway(world)
  const recordings = calls.map((call) => record(command, call, acting))
  const names = calls.map((call) => nameOf(bulk, call, world))
  const batch = calls.length > 1 ? { id: world.newId(), of: calls.length } : undefined
  const failures: { name: string; sentence: string; isUnanswered: boolean; cause: unknown }[] = []
  /** Changes without an answer: they may have been carried out. */
  const open = new Set<number>()
  const done = new Set<number>()
  await inTurns(calls, async (call, index) => {
    try {
      const name = await command.run(call, recordings[index]?.world ?? acting, batch)
      if (typeof name === 'string') names[index] = name
      done.add(index)
    } catch (failure) {
      if (isUnanswered(failure) && recordings[index]?.hasWritten()) open.add(index)
      failures.push({
        name: names[index] ?? '',
        sentence: failureSentence(failure),
        isUnanswered: isUnanswered(failure),
        cause: failure,
      })
    }
    if (calls.length > 1) progress?.(done.size + failures.length, calls.length)
  })
  const succeeded = [...done].sort((a, b) => a - b)
  const words = typeof command.done === 'function' ? command.done(args, world) : command.done
  const doneNames = succeeded.flatMap((index) => names[index] ?? [])
  const doneWords = doneText(words, doneNames, nounsOf(bulk?.kind))
  const text = doneWords === null || idleWords === null ? doneWords : `${doneWords}; ${idleWords}`
  // What a failed call has done is not undone: nobody knows how far it went.
  const ended = recordings.map((each, index) =>
    done.has(index) ? each : { ...each, steps: () => [], ...(open.has(index) && { hasChanged: () => true }) },
  )
  const [first] = open
  const title = first === undefined || done.size > 0 ? command.title : withoutAnswer(command, names[first] ?? '')
  const unchanged = failures.length === 0 ? { unchanged: unchangedText(doneNames, nounsOf(bulk?.kind)) } : {}
  settle(ended, { text, title, ...unchanged }, world)
  if (failures.length > 0)
    throw new CommandRefused(sentenceOf(failures, calls.length, command), {
      isUnanswered: failures.every((each) => each.isUnanswered),
      cause: failures[0]?.cause,
    })
}

/** An action that may have been carried out, as the undo names it: no earlier one is undone in its place. */
const withoutAnswer = ({ title }: Command, name: string): string =>
  `${title}${name === '' ? '' : ` “${name}”`}, without an answer`

const sentenceOf = (
  failures: readonly { name: string; sentence: string; isUnanswered: boolean }[],
  of: number,
  command: Command,
): string => {
  const [first] = failures
  if (!first) return ''
  const { name, sentence, isUnanswered: isOpen } = first
  // It may be read long after, and elsewhere.
  if (of === 1) return isOpen && name !== '' ? `${command.title} “${name}”: ${sentence}` : sentence
  const kind = bulkArgumentOf(command)?.kind
  const many = `${failures.length} of ${counted(of, kind ? nounsOf(kind) : ['call', 'calls'])}`
  const isSilent = failures.every((each) => each.isUnanswered)
  return `${isSilent ? `There was no answer for ${many}.` : `${many} failed.`} “${name}”: ${sentence}`
}

const nameOf = (bulk: Argument | null, args: Values, world: World): string => {
  if (!bulk?.kind) return ''
  const id = String(args[bulk.key])
  return entityOf(id, world.entities(bulk.kind))?.name ?? (world.focus?.id === id ? world.focus.name : id)
}
