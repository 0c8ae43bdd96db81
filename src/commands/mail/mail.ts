import { command } from '../core/command.ts'
import type { World } from '../core/world.ts'

const TEST_LOOKS = { sent: {}, kept: { category: 'WARNING' }, failed: { category: 'FAIL' } } as const

const isAdmin = ({ site }: World): boolean => site.admin

/** The mail of the installation, for its site admins. */
export const mailCommands = [
  command({
    id: 'mail.test',
    words: 'send test-mail',
    title: 'Send me a test mail',
    pending: 'Sending',
    icon: 'mail',
    effect: 'write',
    when: isAdmin,
    args: {},
    writes: ['outbox.test'],
    async run(_, world) {
      // The outbox sends it itself, and shows the outcome in its place; elsewhere it is one line.
      if (world.place?.name === 'outbox') return world.send('screen', { type: 'TRY' })
      const answer = await world.call('outbox.test', {})
      world.tell(answer.outcome, TEST_LOOKS[answer.status])
    },
  }),
  command({
    id: 'mail.retry',
    words: 'retry mail',
    title: 'Try again now',
    screen: true,
    pending: 'Trying',
    icon: 'reload',
    effect: 'write',
    keys: 'r',
    keyScope: 'object',
    when: (world) => isAdmin(world) && (world.place?.name === 'outbox' || world.place?.name === 'mail'),
    args: { mail: 'string' },
    of: { mail: 'mail' },
    writes: ['outbox.retry'],
    async run({ mail }, world) {
      const { to } = await world.call('outbox.retry', { params: { mailId: mail } })
      world.tell(`Sending the mail to ${to}`)
    },
  }),
  command({
    id: 'mail.read',
    words: 'read mail',
    title: 'Read',
    icon: 'mail',
    when: isAdmin,
    args: { mail: 'string' },
    of: { mail: 'mail' },
    run: ({ mail }, world) => world.go('mail', { mailId: mail }),
  }),
  command({
    id: 'mail.copy',
    words: 'copy mail',
    title: 'Copy the text',
    icon: 'copy',
    when: (world) => isAdmin(world) && world.place?.name === 'mail',
    args: {},
    async run(_, world) {
      const mailId = world.place?.params.mailId ?? ''
      const { text } = await world.call('outbox.read', { params: { mailId } })
      await world.copy(text ?? '')
      world.tell('Copied')
    },
  }),
]
