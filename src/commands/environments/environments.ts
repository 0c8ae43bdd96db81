import { GLOBAL } from '../../domain/environments/variable-rules.ts'
import { counted } from '../core/bulk-words.ts'
import { command } from '../core/command.ts'
import { slugOf } from '../core/naming.ts'

type Users = { readonly monitors: number; readonly workflows: number }

/** The sentence about what loses the variables of an environment; none where nothing uses it. */
const usersOf = ({ monitors, workflows }: Users): string[] => {
  const users = [
    ...(monitors > 0 ? [counted(monitors, 'monitor')] : []),
    ...(workflows > 0 ? [counted(workflows, 'workflow')] : []),
  ]
  if (users.length === 0) return []
  const verbs = monitors + workflows === 1 ? 'uses it and then reads' : 'use it and then read'
  return [`${users.join(' and ')} ${verbs} only global variables`]
}

/** Environments: named sets of variables. */
export const environmentCommands = [
  command({
    id: 'environment.create',
    words: 'create environment',
    aliases: ['new environment'],
    title: 'New environment',
    pending: 'Creating',
    icon: 'plus',
    effect: 'write',
    needs: 'edit',
    args: { name: '1 <= string <= 128' },
    writes: ['environment.create'],
    async run({ name }, world) {
      const made = await world.call('environment.create', { body: { name: name.trim() } })
      world.tell(`“${made.name}” created`)
      world.go('environment', { workspace: made.name })
    },
  }),
  command({
    id: 'environment.rename',
    silences: false,
    words: 'rename environment',
    title: 'Rename environment',
    pending: 'Renaming',
    icon: 'edit',
    effect: 'write',
    needs: 'edit',
    args: { environment: 'string', name: '1 <= string <= 128' },
    of: { environment: 'environment' },
    fits: (id) => id !== GLOBAL,
    prompts: { name: 'Which new name?' },
    undo: ({ environment, name }) => ({
      id: 'environment.rename',
      args: { environment: name.trim(), name: environment },
    }),
    done: ({ name }) => `renamed to “${name.trim()}”`,
    writes: ['environment.rename'],
    async run({ environment, name }, world) {
      const shown = world.place?.params.workspace
      const made = await world.call('environment.rename', {
        params: { workspace: environment },
        body: { name: name.trim() },
      })
      if (shown === environment) world.go('environment', { workspace: made.name })
    },
  }),
  command({
    id: 'environment.remove',
    words: 'delete environment',
    title: 'Delete environment',
    pending: 'Deleting',
    icon: 'trash',
    effect: 'destroy',
    needs: 'edit',
    args: { environment: 'string' },
    of: { environment: 'environment' },
    fits: (id) => id !== GLOBAL,
    done: 'deleted',
    confirm({ environment }, world) {
      const row = world.known('environment.list', {})?.data.find(({ name }) => name === environment)
      return {
        question: `Delete the environment “${environment}” permanently?`,
        effects: [
          `${counted(row?.variables ?? 0, 'variable')} with ${row?.variables === 1 ? 'its value' : 'their values'}`,
          ...(row ? usersOf(row) : []),
        ],
        word: slugOf(environment).slice(0, 24).replace(/-$/, '') || 'delete',
        name: environment,
        button: 'Delete environment',
      }
    },
    writes: ['environment.remove'],
    async run({ environment }, world) {
      const shown = world.place?.params.workspace
      await world.call('environment.remove', { params: { workspace: environment } })
      if (shown === environment) world.go('environments')
    },
  }),
]
