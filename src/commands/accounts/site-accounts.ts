import { SITE_PERMISSION_NAMES } from '../../contract/accounts/site-accounts.ts'
import { command } from '../core/command.ts'
import type { World } from '../core/world.ts'

const isAdmin = ({ site }: World): boolean => site.admin

const nameOf = (world: World, id: string): string =>
  world.entities('account').find((each) => each.id === id)?.name ?? id

const PERMISSIONS = ['none', ...SITE_PERMISSION_NAMES] as const

const permissionWords = (permission: (typeof PERMISSIONS)[number]): string => permission.replace('_', ' ')

/** Says where a mail is: in the mail server, or in the outbox. */
const tellMailed = (world: World, { email, mail_leaves }: { email: string; mail_leaves: boolean }): void =>
  world.tell(
    mail_leaves
      ? `The mail to ${email} is on its way`
      : `No mail server is set up: the mail to ${email} is in the outbox`,
  )

/** Row of an account as far as it is loaded; undefined while it is not. */
export const accountRow = (id: string, world: World) =>
  world.known('account.look-up', { params: { id } }) ??
  world.known('account.list', { query: { limit: 50 } })?.results.find((each) => each.id === id)

/** Whether an account is blocked; undefined while it is not loaded. */
const isBlocked = (id: string, world: World): boolean | undefined => {
  const row = accountRow(id, world)
  return row && row.blocked !== null
}

/** What both commands ask. */
const ofAccount = { when: isAdmin, args: { account: 'string' }, of: { account: 'account' } } as const

/** The accounts of the installation, for its site admins. */
export const siteAccountCommands = [
  command({
    id: 'site-account.permit',
    words: 'permit account',
    title: 'Change site permission',
    pending: 'Changing',
    icon: 'lock',
    effect: 'write',
    when: isAdmin,
    args: { account: 'string', permission: "'none' | 'site_viewer' | 'site_analyst' | 'site_admin'" },
    of: { account: 'account' },
    prompts: { permission: 'Which permission for the whole installation?' },
    choices: { permission: () => PERMISSIONS.map((value) => ({ value })) },
    writes: ['account.permit'],
    async run({ account, permission }, world) {
      const body = { site_permission: permission === 'none' ? null : permission }
      const { email } = await world.call('account.permit', { params: { id: account }, body })
      world.tell(
        permission === 'none'
          ? `${email} has no site permission now`
          : `${email} is ${permissionWords(permission)} now`,
      )
    },
  }),
  command({
    id: 'site-account.mail-verification',
    words: 'mail confirmation',
    title: 'Send confirmation mail',
    pending: 'Sending',
    icon: 'mail',
    effect: 'write',
    ...ofAccount,
    fits: (id, world) => accountRow(id, world)?.email_verified !== true,
    writes: ['account.mail-verification'],
    async run({ account }, world) {
      tellMailed(world, await world.call('account.mail-verification', { params: { id: account } }))
    },
  }),
  command({
    id: 'site-account.mail-reset',
    words: 'mail password-reset',
    title: 'Send password reset',
    pending: 'Sending',
    icon: 'mail',
    effect: 'write',
    ...ofAccount,
    writes: ['account.mail-reset'],
    async run({ account }, world) {
      tellMailed(world, await world.call('account.mail-reset', { params: { id: account } }))
    },
  }),
  command({
    id: 'site-account.block',
    words: 'block account',
    title: 'Block',
    pending: 'Blocking',
    icon: 'lock',
    effect: 'destroy',
    ...ofAccount,
    already: ({ account = '' }, world) => (isBlocked(account, world) === true ? 'is blocked already' : null),
    done: 'blocked',
    confirm: ({ account }, world) => ({
      question: `Block ${nameOf(world, account)}?`,
      effects: [
        'All of its sessions end at once, and it cannot sign in again',
        'Its API keys, and keys created with them, are refused while it is blocked',
        'Its monitors and schedules keep running: they belong to their projects',
        'You can unblock it at any time',
      ],
      ...(world.known('account.read', {})?.id === account && {
        barred: 'This is your own account: another site admin must block it.',
      }),
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
    already: ({ account = '' }, world) => (isBlocked(account, world) === false ? 'is not blocked' : null),
    done: 'unblocked',
    writes: ['account.unblock'],
    async run({ account }, world) {
      await world.call('account.unblock', { params: { id: account } })
    },
  }),
]
