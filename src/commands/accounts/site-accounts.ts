import { command } from '../core/command.ts'
import type { World } from '../core/world.ts'

const isAdmin = ({ site }: World): boolean => site.admin

const nameOf = (world: World, id: string): string =>
  world.entities('account').find((each) => each.id === id)?.name ?? id

/** Whether an account is blocked; undefined while it is not loaded. */
const isBlocked = (id: string, world: World): boolean | undefined => {
  const row = world.known('account.list', { query: { limit: 50 } })?.results.find((each) => each.id === id)
  return row && row.blocked !== null
}

/** What both commands ask. */
const ofAccount = { when: isAdmin, args: { account: 'string' }, of: { account: 'account' } } as const

/** The accounts of the installation, for its site admins. */
export const siteAccountCommands = [
  command({
    id: 'site-account.block',
    words: 'block account',
    title: 'Block',
    pending: 'Blocking',
    icon: 'lock',
    effect: 'destroy',
    ...ofAccount,
    fits: (id, world) => isBlocked(id, world) !== true,
    done: 'blocked',
    confirm: ({ account }, world) => ({
      question: `Block ${nameOf(world, account)}?`,
      effects: [
        'All of its sessions end at once, and it cannot sign in again',
        'Its API keys, and keys created with them, are refused while it is blocked',
        'Its monitors and schedules keep running: they belong to their projects',
        'You can unblock it at any time',
      ],
      word: 'block',
      button: 'Block account',
      reversible: true,
    }),
    writes: ['account.block'],
    async run({ account }, world) {
      await world.call('account.block', { params: { id: account } })
    },
  }),
  command({
    id: 'site-account.unblock',
    words: 'unblock account',
    title: 'Unblock',
    pending: 'Unblocking',
    icon: 'check',
    effect: 'write',
    ...ofAccount,
    fits: (id, world) => isBlocked(id, world) !== false,
    done: 'unblocked',
    writes: ['account.unblock'],
    async run({ account }, world) {
      await world.call('account.unblock', { params: { id: account } })
    },
  }),
]
