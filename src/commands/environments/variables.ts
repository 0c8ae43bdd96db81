import { GLOBAL } from '../../domain/environments/variable-rules.ts'
import { counted } from '../core/bulk-words.ts'
import { type Confirmation, command } from '../core/command.ts'
import { slugOf } from '../core/naming.ts'
import type { World } from '../core/world.ts'

const knownRow = (id: string, world: World) =>
  world.known('variable.list', {})?.results.find((variable) => variable.id === id)

/** The variable of an id; its list is loaded if nothing has asked for it yet. */
const rowOf = async (id: string, world: World) => {
  const row = knownRow(id, world) ?? (await world.call('variable.list', {})).results.find((each) => each.id === id)
  if (!row) throw new Error('This variable no longer exists.')
  return row
}

/** The environment that the screen shows. */
const shownWorkspace = ({ place }: World): string => place?.params.workspace ?? GLOBAL

type Environments = readonly { readonly name: string }[]

const isNew = (workspace: string, environments: Environments): boolean =>
  workspace !== GLOBAL && !environments.some(({ name }) => name === workspace)

/** Environments that a question names. */
const MOST_NAMED = 10

/** The question before an environment is created by its first variable, since its name may be a slip; null where it is there, or that is not known. */
const creating = (workspace: string, world: World): Confirmation | null => {
  const known = world.read('environment.list', {})?.data
  if (!known || !isNew(workspace, known)) return null
  const names = [GLOBAL, ...known.map(({ name }) => name).filter((name) => name !== GLOBAL)]
  const more = names.length > MOST_NAMED ? ' …' : ''
  return {
    question: `Create the environment “${workspace}” for this variable?`,
    effects: ['There is no such environment yet', `There are: ${names.slice(0, MOST_NAMED).join(', ')}${more}`],
    word: null,
    button: 'Create environment',
    reversible: true,
  }
}

/** The question before a stored secret gives way to a value that people can read; null where there is none of that name. */
const replacing = ({ name, workspace }: { name: string; workspace: string }, world: World): Confirmation | null => {
  const stored = world
    .read('variable.list', {})
    ?.results.find((each) => each.workspace === workspace && each.name === name.trim())
  if (!stored?.secret) return null
  return {
    question: `Replace the secret “${stored.name}” of ${workspace} by a value that can be read?`,
    effects: ['Its value is shown to nobody, so it cannot be restored', 'Everyone in the project can read the new one'],
    word: null,
    button: 'Replace secret',
  }
}

/** Variables of environments. */
export const variableCommands = [
  command({
    id: 'variable.new',
    words: 'new variable',
    title: 'New variable',
    icon: 'plus',
    keys: 'n',
    keysFor: 'environment',
    needs: 'edit',
    args: { 'workspace?': 'string', 'name?': 'string' },
    of: { workspace: 'environment' },
    run: ({ workspace, name }, world) =>
      world.go('environment', { workspace: workspace ?? shownWorkspace(world) }, { new: name ?? 'yes' }),
  }),
  command({
    id: 'variable.edit',
    words: 'edit variable',
    title: 'Edit',
    icon: 'edit',
    keys: 'e',
    keyScope: 'object',
    needs: 'edit',
    args: { variable: 'string' },
    of: { variable: 'variable' },
    async run({ variable }, world) {
      const { workspace, id } = await rowOf(variable, world)
      world.go('environment', { workspace }, { edit: id })
    },
  }),
  command({
    id: 'variable.close',
    words: 'close variable',
    title: 'Cancel',
    hidden: true,
    args: {},
    run: (_, world) => world.go('environment', { workspace: shownWorkspace(world) }),
  }),
  command({
    id: 'variable.set',
    words: 'set variable',
    title: 'Save variable',
    pending: 'Saving',
    icon: 'environment',
    effect: 'write',
    needs: 'edit',
    args: {
      name: '1 <= string <= 128',
      value: 'string <= 16384',
      'workspace?': '1 <= string <= 128',
      'secret?': 'boolean',
      'origins?': 'string[] <= 50',
    },
    secret: ['value'],
    isSecret: ({ secret }) => secret ?? 'unsaid',
    without: { secret: () => 'as before; a new variable can be read by everyone in the project' },
    prompts: { value: 'Which value?', secret: 'Is it secret?', origins: 'Which origins may it be sent to?' },
    choices: {
      workspace: (world) =>
        world.entities('environment').map(({ name, note }) => ({ value: name, ...(note && { note }) })),
    },
    confirm: ({ name, workspace, secret }, world) =>
      (workspace === undefined ? null : creating(workspace, world)) ??
      (secret === false ? replacing({ name, workspace: workspace ?? shownWorkspace(world) }, world) : null),
    writes: ['variable.set'],
    async run({ name, value, workspace: named, secret, origins }, world) {
      const workspace = named ?? shownWorkspace(world)
      const before = workspace === GLOBAL ? [] : (await world.call('environment.list', {})).data
      const { workspace_variable: made } = await world.call('variable.set', {
        params: { workspace, name },
        body: { value, ...(secret !== undefined && { secret }), ...(origins && { origins }) },
      })
      world.tell(`“${made.name}” saved in ${made.workspace}${isNew(workspace, before) ? ', a new environment' : ''}`)
    },
  }),
  command({
    id: 'variable.rename',
    words: 'rename variable',
    title: 'Rename',
    pending: 'Renaming',
    icon: 'edit',
    effect: 'write',
    needs: 'edit',
    args: { variable: 'string', name: '1 <= string <= 128' },
    of: { variable: 'variable' },
    prompts: { name: 'Which new name?' },
    done: ({ name }) => `renamed to “${name.trim()}”`,
    undo({ variable }, world) {
      const before = world.entities('variable').find(({ id }) => id === variable)?.name
      return before === undefined ? undefined : { id: 'variable.rename', args: { variable, name: before } }
    },
    writes: ['variable.rename'],
    async run({ variable, name }, world) {
      const row = await rowOf(variable, world)
      await world.call('variable.rename', { params: { workspace: row.workspace, name: row.name }, body: { name } })
    },
  }),
  command({
    id: 'variable.remove',
    words: 'delete variable',
    title: 'Delete',
    pending: 'Deleting',
    icon: 'trash',
    effect: 'destroy',
    needs: 'edit',
    keys: '#',
    keyScope: 'object',
    args: { variable: 'string' },
    of: { variable: 'variable' },
    done: 'deleted',
    confirm({ variable }, world) {
      const row = knownRow(variable, world)
      const name = row?.name ?? variable
      const readers = row?.used_by ?? []
      return {
        question: `Delete “${name}” from ${row?.workspace ?? 'its environment'} permanently?`,
        effects:
          readers.length === 0
            ? ['Nothing reads it']
            : [
                `${counted(readers.length, ['place reads', 'places read'])} it`,
                ...readers.map(({ name: reader }) => reader),
              ],
        word: slugOf(name).slice(0, 24).replace(/-$/, '') || 'delete',
        name,
        button: 'Delete variable',
      }
    },
    writes: ['variable.remove'],
    async run({ variable }, world) {
      const { workspace, name } = await rowOf(variable, world)
      await world.call('variable.remove', { params: { workspace, name } })
    },
  }),
]
