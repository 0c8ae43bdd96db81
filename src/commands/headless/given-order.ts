import { bulkArgumentOf } from '../core/argument.ts'
import type { Command } from '../core/command.ts'
import { entityOf } from '../core/naming.ts'
import type { World } from '../core/world.ts'
import { worldWith } from '../core/world.ts'
import { newWork, type Work, workingWorld } from './headless-world.ts'

type Values = Readonly<Record<string, unknown>>

/** A command whose calls are collected one by one, and what puts them together in the order that their objects were given in. */
type InGivenOrder = { readonly command: Command; readonly merge: () => void }

const append = <Item>(list: Item[], more: readonly Item[]): void => {
  for (const each of more) list.push(each)
}

/** Keeps the work of a command for several objects apart, because they are worked on side by side and answer in any order. */
export const inGivenOrder = (command: Command, args: Values, reading: World, work: Work): InGivenOrder => {
  const bulk = bulkArgumentOf(command)
  const ids = bulk === null ? null : args[bulk.key]
  if (!bulk?.kind || !Array.isArray(ids) || ids.length < 2) return { command, merge() {} }
  const all = reading.entities(bulk.kind)
  const parts = new Map<unknown, Work>(ids.map((id) => [id, newWork()]))

  const run: Command['run'] = (call, world, batch) => {
    const part = parts.get(call[bulk.key]) ?? work
    // What is called goes through the world that was given, which records it.
    const own = workingWorld(command, reading, part, world.call)
    const send: World['send'] = (machine, event) =>
      (machine === 'app' || machine === 'secret' ? own : world).send(machine, event)
    const { show, copy, download } = own
    return command.run(call, worldWith(world, { ...(show && { show }), copy, download, call: own.call, send }), batch)
  }

  const merge = (): void => {
    const { outcome, runs } = work
    // Each call was noted twice: by the world that is recorded, and by the part that it belongs to.
    outcome.written.length = 0
    for (const [id, part] of parts) {
      const name = entityOf(String(id), all)?.name ?? String(id)
      append(
        outcome.shown,
        part.outcome.shown.map((shown) => ({ ...shown, of: name })),
      )
      append(outcome.copied, part.outcome.copied)
      append(outcome.files, part.outcome.files)
      append(outcome.secrets, part.outcome.secrets)
      append(outcome.written, part.outcome.written)
      append(runs, part.runs)
      work.usesScreen ||= part.usesScreen
    }
  }
  return { command: { ...command, run }, merge }
}
