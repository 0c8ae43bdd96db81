import { canonical, clash } from '../core/chord.ts'
import { type Command, command } from '../core/command.ts'
import { conflictsOf, type KeyBinding } from '../core/key-bindings.ts'
import { browserUse, keysProblem, keysWritten, keyWords } from '../core/key-rules.ts'
import { keysOf, type OwnKeys } from '../core/own-keys.ts'
import type { World } from '../core/world.ts'

/** The registry, which these commands are part of themselves. */
type Registry = {
  readonly commands: () => readonly Command[]
  readonly bindings: (own: OwnKeys) => readonly KeyBinding[]
}

/** Whether a command may have keys: it is offered in the console, or has some of its own. */
export const mayHaveKeys = (each: Command): boolean => !each.hidden || each.keys !== undefined

/** A person's keys with those of one command changed; other commands lose those, and keep another key that they have. */
export const withKeys = (
  own: OwnKeys,
  { id, keys: usual }: Command,
  keys: string | null,
  others: readonly Command[] = [],
): OwnKeys => {
  const { [id]: _, ...rest } = own
  const isUsual = keys === (usual ?? null)
  const left = others.map((other) => [other.id, keysOf(other, own).find((each) => !clash(each, keys ?? '')) ?? null])
  return { ...rest, ...Object.fromEntries(left), ...(!isUsual && { [id]: keys }) }
}

const setKeys = (world: World, keys: OwnKeys): void => world.send('preferences', { type: 'SET', keys })

/** “g m opens Monitors” for each command that has the keys. */
export const takenSentence = (keys: string, others: readonly Command[], own: OwnKeys): string =>
  others
    .map((other) => {
      const has =
        keysOf(other, own).find((each) => canonical(each) === canonical(keys)) ?? keysOf(other, own)[0] ?? keys
      return `${keyWords(has)} is the shortcut of “${other.title}” (${other.words}).`
    })
    .join(' ')

/** Commands that change the keys of commands. */
export const keyCommands = ({ commands, bindings }: Registry): readonly Command[] => {
  const named = (text: string): Command | undefined => {
    const wanted = text.trim().toLowerCase()
    return commands().find((each) => mayHaveKeys(each) && (each.id === wanted || each.words === wanted))
  }
  const noCommand = (text: string): string =>
    `There is no command “${text}”. Name one by its words, such as “run monitor”.`
  const find = (text: string): Command => {
    const found = named(text)
    if (!found) throw new Error(noCommand(text))
    return found
  }
  /** Why a command cannot have keys; null where it can. */
  const refusal = (target: Command, keys: string, own: OwnKeys, replaces: boolean): string | null => {
    const problem = keysProblem(keys)
    if (problem !== null || replaces) return problem
    const others = conflictsOf(bindings(own), target, keys)
    return others.length === 0
      ? null
      : `${takenSentence(keys, others, own)} Choose other keys, or add --replace to unbind that.`
  }
  const checks = {
    command: (text: string) => (named(text) ? null : { sentence: noCommand(text) }),
  }
  const choices = ({ preferences }: World) =>
    commands()
      .filter(mayHaveKeys)
      .map((each) => {
        const [keys = null] = keysOf(each, preferences.keys)
        return { value: each.words, note: keys === null ? each.title : `${each.title}: ${keyWords(keys)}` }
      })
  const changed = ({ preferences }: World) =>
    commands()
      .filter(({ id }) => preferences.keys[id] !== undefined)
      .map(({ words, title }) => ({ value: words, note: title }))
  return [
    command({
      id: 'shortcut.rebind',
      words: 'rebind key',
      title: 'Change a shortcut',
      icon: 'key',
      args: { command: 'string', 'keys?': 'string <= 40', 'replace?': 'boolean' },
      prompts: {
        command: 'Which command?',
        keys: 'Which keys, such as r, Shift+r, Mod+k or g m?',
        replace: 'Take them from the command that has them?',
      },
      choices: { command: choices },
      checks: {
        ...checks,
        keys(text, { command: words, replace }, { preferences }) {
          const target = named(String(words))
          const sentence = target ? refusal(target, keysWritten(text), preferences.keys, replace === true) : null
          return sentence === null ? null : { sentence }
        },
      },
      run({ command: words, keys: written, replace }, world) {
        const target = find(words)
        if (written === undefined) {
          if (world.place?.name === 'keyboard') world.send('screen', { type: 'RECORD_KEYS', command: target.id })
          else world.go('keyboard', {}, { rebind: target.id })
          return
        }
        const keys = keysWritten(written)
        const own = world.preferences.keys
        const problem = refusal(target, keys, own, replace === true)
        if (problem !== null) throw new Error(problem)
        setKeys(world, withKeys(own, target, keys, conflictsOf(bindings(own), target, keys)))
        const use = browserUse(keys)
        const said = `“${target.title}” has the shortcut ${keyWords(keys)}`
        if (use === null) world.tell(said)
        else world.tell(`${said}. ${use}`, { category: 'WARNING' })
      },
    }),
    command({
      id: 'shortcut.unbind',
      words: 'unbind key',
      title: 'Remove a shortcut',
      icon: 'close',
      args: { command: 'string' },
      prompts: { command: 'Which command?' },
      checks,
      choices: {
        command: (world) =>
          choices(world).filter(({ value }) => keysOf(find(value), world.preferences.keys).length > 0),
      },
      run({ command: words }, world) {
        const target = find(words)
        setKeys(world, withKeys(world.preferences.keys, target, null))
        world.tell(`“${target.title}” has no shortcut`)
      },
    }),
    command({
      id: 'shortcut.reset',
      words: 'reset keys',
      title: 'Reset all shortcuts',
      icon: 'reload',
      when: ({ preferences }) => Object.keys(preferences.keys).length > 0,
      args: { 'command?': 'string' },
      prompts: { command: 'Of which command alone?' },
      checks,
      choices: { command: changed },
      run({ command: words }, world) {
        const target = words === undefined ? null : find(words)
        const { [target?.id ?? '']: _, ...rest } = world.preferences.keys
        setKeys(world, target ? rest : {})
        world.tell(target ? `“${target.title}” has its usual shortcut` : 'All shortcuts are the usual ones')
      },
    }),
    ...(
      [
        ['take', 'take keys', 'Use it here instead', 'TAKE_KEYS'],
        ['again', 'record keys', 'Choose another', 'RECORD_AGAIN'],
        ['stop', 'stop recording-keys', 'Cancel', 'STOP_RECORDING'],
      ] as const
    ).map(([verb, words, title, type]) =>
      command({
        id: `shortcut.${verb}`,
        words,
        title,
        hidden: true,
        args: {},
        when: ({ place }) => place?.name === 'keyboard',
        run: (_, world) => world.send('screen', { type }),
      }),
    ),
  ]
}
