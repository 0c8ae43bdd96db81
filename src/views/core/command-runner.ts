import { type ActorRefFrom, createActor, fromCallback } from 'xstate'
import { type CommandingEvent, commandingMachine, type Given } from '../../../machines/commanding.ts'
import { messageOf } from '../../../machines/resource/failure.ts'
import { unavailableReason } from '../../commands/core/availability.ts'
import { shownKey } from '../../commands/core/own-keys.ts'
import type { World } from '../../commands/core/world.ts'
import type { ActArguments, ActFacts, Acts } from '../parts/act/acts.ts'
import { commandBook } from './command-book.ts'
import type { Tape } from './tape.ts'

export type CommandRunner = {
  readonly acts: Acts
  readonly ref: ActorRefFrom<typeof commandingMachine>
}

const keyOf = (id: string, args: ActArguments = {}): string => `${id} ${JSON.stringify(args)}`

/** The sentence about a failure. Where the commands themselves did not come, it is the failure's own. */
const sentenceOf = (failure: unknown): Promise<string> =>
  commandBook.load().then(
    ({ failureSentence }) => failureSentence(failure),
    () => messageOf(failure),
  )

const failed = ({ key, command }: Given, failure: unknown, sentence: string): CommandingEvent => ({
  type: 'FAILED',
  key,
  failure: {
    command,
    sentence,
    isUnanswered: failure instanceof Error && 'isUnanswered' in failure && failure.isUnanswered === true,
  },
})

/** Runs the commands of buttons, keys and menus; its machine knows which are running. Arguments may be secret, so the debug screen masks them. */
export const openCommandRunner = (world: World, inspect: Tape['inspectSecret']): CommandRunner => {
  const machine = commandingMachine.provide({
    actors: {
      perform: fromCallback<CommandingEvent, Given>(({ input, sendBack }) => {
        const performed = commandBook.load().then(({ carryOut }) => carryOut(input, world, sendBack))
        performed.then(
          () => sendBack({ type: 'DONE', key: input.key }),
          async (failure: unknown) => sendBack(failed(input, failure, await sentenceOf(failure))),
        )
      }),
    },
  })
  const ref = createActor(machine, { id: 'commanding', inspect }).start()
  const facts = (id: string, args: ActArguments = {}): ActFacts => {
    const command = commandBook.find(id)
    if (!command) throw new Error(`There is no command called ${id}.`)
    const why = unavailableReason(command, world)
    const key = keyOf(id, args)
    return {
      label: command.title,
      pendingLabel: command.pending,
      key: shownKey(command, world.preferences),
      icon: command.icon,
      enabled: why === null,
      why: why ?? undefined,
      pending: ref.getSnapshot().context.running.some((given) => given.isShown && given.key === key),
    }
  }
  const perform = (id: string, args: ActArguments = {}): void => {
    const isShown = commandBook.find(id)?.effect !== 'read'
    ref.send({ type: 'GIVE', given: { key: keyOf(id, args), command: id, args, isShown } })
  }
  return { acts: { perform, facts }, ref }
}
