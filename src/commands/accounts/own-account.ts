import { LINK_NOT_SENT } from '../../domain/core/delivery-status.ts'
import { counted } from '../core/bulk-words.ts'
import { command } from '../core/command.ts'
import type { World } from '../core/world.ts'

const addressOf = (world: World): string => world.known('account.read', {})?.email ?? ''

const lost = (world: World): readonly string[] => {
  const plan = world.known('account.removal', {})
  const names = plan?.deleted_projects.map(({ name }) => `“${name}”`) ?? []
  return [
    ...(names.length > 0 ? [`Projects that only you use are deleted with all results: ${names.join(', ')}`] : []),
    ...(plan && plan.counts.api_keys > 0
      ? [`${counted(plan.counts.api_keys, 'API key')} that you created in other projects are refused`]
      : []),
    'You lose access to all projects and organizations',
    'All of your sessions end, and no more alerts are mailed to your address',
    'The audit log keeps what you did',
  ]
}

/** Changing the address of one's own account, and deleting it. */
export const ownAccountCommands = [
  command({
    id: 'account.ask-address',
    words: 'change address',
    title: 'Change address',
    pending: 'Sending the link',
    icon: 'mail',
    effect: 'write',
    args: { email: 'string', 'password?': 'string' },
    secret: ['password'],
    prompts: { email: 'What is your new email address?', password: 'What is your current password?' },
    writes: ['account.ask-address'],
    async run(body, world) {
      const { mail_leaves } = await world.call('account.ask-address', { body })
      world.tell(mail_leaves ? `A link is on its way to ${body.email}` : LINK_NOT_SENT)
    },
  }),
  command({
    id: 'account.change-address',
    words: 'confirm address',
    title: 'Use this address',
    pending: 'Changing',
    effect: 'write',
    hidden: true,
    publicToo: true,
    args: { account: 'string', email: 'string', token: 'string' },
    secret: ['token'],
    prompts: { account: 'Whose address?' },
    writes: ['account.change-address'],
    async run({ account, email, token }, world) {
      await world.call('account.change-address', { params: { id: account }, body: { email, token } })
      world.tell('Address changed')
    },
  }),
  command({
    id: 'account.remove',
    words: 'delete account',
    title: 'Delete account',
    pending: 'Deleting',
    icon: 'trash',
    effect: 'destroy',
    args: { 'password?': 'string' },
    secret: ['password'],
    prompts: { password: 'What is your current password?' },
    confirm: (_, world) => ({
      question: 'Delete your account permanently?',
      effects: lost(world),
      ...(world.known('account.removal', {})?.possible === false && {
        barred: 'Your account cannot be deleted yet: “open profile” says what stands in the way.',
      }),
      word: addressOf(world),
      button: 'Delete account',
    }),
    writes: ['account.remove'],
    async run({ password }, world) {
      // It was typed to confirm.
      const { email } = await world.call('account.read', {})
      await world.call('account.remove', { body: { email, ...(password !== undefined && { password }) } })
      world.send('sign-in', { type: 'SIGN_OUT' })
    },
  }),
]
