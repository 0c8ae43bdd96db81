import { emailAddress } from '../core/argument-checks.ts'
import { command } from '../core/command.ts'

/** Commands of the pages that links of alerts’ messages open. */
export const recipientCommands = [
  command({
    id: 'recipient.confirm',
    words: 'confirm alerts',
    title: 'Confirm',
    pending: 'Confirming',
    effect: 'write',
    hidden: true,
    publicToo: true,
    args: { token: 'string' },
    secret: ['token'],
    writes: ['recipient.confirm'],
    async run({ token }, world) {
      world.send('screen', { type: 'ANSWERED', answer: await world.call('recipient.confirm', { params: { token } }) })
    },
  }),
  command({
    id: 'acknowledgement.confirm',
    words: 'acknowledge by link',
    title: 'Acknowledge',
    pending: 'Acknowledging',
    effect: 'write',
    hidden: true,
    publicToo: true,
    args: { token: 'string' },
    secret: ['token'],
    writes: ['acknowledgement.confirm'],
    async run({ token }, world) {
      const answer = await world.call('acknowledgement.confirm', { params: { token } })
      world.send('screen', { type: 'ANSWERED', answer })
    },
  }),
]

/** Asks an address of a mail alert once more. */
export const askRecipient = command({
  id: 'recipient.ask',
  words: 'ask recipient',
  title: 'Send the link again',
  pending: 'Sending',
  icon: 'mail',
  effect: 'write',
  needs: 'edit',
  args: { webhook: 'string', address: 'string' },
  of: { webhook: 'webhook' },
  prompts: { address: 'Which email address?' },
  checks: { address: emailAddress },
  writes: ['recipient.ask'],
  async run({ webhook, address }, world) {
    await world.call('recipient.ask', { params: { id: webhook }, body: { address } })
    world.tell(`A new mail with the link to ${address} was written`)
  },
})
