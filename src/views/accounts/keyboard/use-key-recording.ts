import { useActorRef, useSelector } from '@xstate/react'
import { useCallback, useEffect, useMemo } from 'react'
import { keyRecordingMachine } from '../../../../machines/key-recording.ts'
import { chordOf } from '../../../commands/core/chord.ts'
import type { Command } from '../../../commands/core/command.ts'
import { conflictsOf } from '../../../commands/core/key-bindings.ts'
import { browserUse, keysProblem } from '../../../commands/core/key-rules.ts'
import { changeSearch } from '../../../commands/core/search-of.ts'
import type { World } from '../../../commands/core/world.ts'
import { bindingsFor, commandById } from '../../../commands/registry.ts'
import { useScreenEvents } from '../../core/screen-machines.ts'
import { usePerform, useWorld } from '../../core/use-world.ts'

/** The other commands that recorded keys would be taken from. */
const takenFrom = (world: World, command: Command | null, keys: string): readonly Command[] =>
  command ? conflictsOf(bindingsFor(world.preferences.keys), command, keys) : []

/** Records new keys for a command: at once for the one that the address names, and whenever a command asks for it. */
export const useKeyRecording = () => {
  const world = useWorld()
  const perform = usePerform()
  const machine = useMemo(
    () =>
      keyRecordingMachine.provide({
        guards: {
          isRefused: (_, { keys }) => keysProblem(keys) !== null,
          isTaken: (_, { command, keys }) => takenFrom(world, commandById(command), keys).length > 0,
          isUsedByBrowsers: (_, { keys }) => browserUse(keys) !== null,
        },
        actions: {
          // The command of a typed line, so that it is undone like that.
          keep: (_, { command: id, keys }) => perform('shortcut.rebind', { command: id, keys, replace: true }),
        },
      }),
    [world, perform],
  )
  const ref = useActorRef(machine)
  const snapshot = useSelector(ref, (one) => one)
  useScreenEvents(
    'screen',
    useCallback(
      (event) => {
        if (event.type === 'RECORD_KEYS') ref.send({ type: 'BEGIN', command: event.command })
        if (event.type === 'TAKE_KEYS') ref.send({ type: 'TAKE' })
        if (event.type === 'RECORD_AGAIN') ref.send({ type: 'AGAIN' })
        if (event.type === 'STOP_RECORDING') ref.send({ type: 'CLOSE' })
      },
      [ref],
    ),
  )
  const wanted = world.place?.search.rebind
  useEffect(() => {
    if (wanted === undefined) return
    if (commandById(wanted)) ref.send({ type: 'BEGIN', command: wanted })
    // It is asked once: after a reload the keys mean again what they always do.
    changeSearch(world, { rebind: null })
  }, [ref, wanted, world])
  const isListening = snapshot.hasTag('listening')
  useEffect(() => {
    if (!isListening) return
    const listen = (event: KeyboardEvent): void => {
      // Esc closes the dialog, and Tab leads to its buttons.
      if (event.isComposing || event.key === 'Escape' || event.key === 'Tab') return
      const { key, ctrlKey: ctrl, metaKey: meta, altKey: alt, shiftKey: shift } = event
      event.preventDefault()
      event.stopPropagation()
      const chord = event.repeat ? null : chordOf({ key, ctrl, meta, alt, shift })
      if (chord !== null) ref.send({ type: 'PRESS', chord })
    }
    document.addEventListener('keydown', listen, { capture: true })
    return () => document.removeEventListener('keydown', listen, { capture: true })
  }, [ref, isListening])
  const command = commandById(snapshot.context.command)
  const { keys } = snapshot.context
  return { snapshot, command, keys, others: takenFrom(world, command, keys), own: world.preferences.keys }
}
