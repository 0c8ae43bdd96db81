import { command } from '../core/command.ts'

const args = { invitation: 'string', secret: 'string' } as const

/** Commands of the page that the link of an invitation opens. */
export const invitationLinkCommands = [
  command({
    id: 'invitation.accept-link',
    words: 'accept invitation-link',
    title: 'Accept',
    pending: 'Accepting',
    effect: 'write',
    hidden: true,
    args,
    prompts: { invitation: 'Which invitation, by its id?', secret: 'With which secret?' },
    secret: ['secret'],
    writes: ['invite.accept-link'],
    async run({ invitation, secret }, world) {
      const { project_id } = await world.call('invite.accept-link', { params: { id: invitation, secret } })
      world.send('project', { type: 'REFRESH' })
      world.tell(project_id === null ? 'You belong to the organization now' : 'You may enter the project now')
      world.go('collections')
    },
  }),
  command({
    id: 'invitation.refuse-link',
    words: 'refuse invitation-link',
    title: 'Refuse',
    pending: 'Refusing',
    effect: 'destroy',
    hidden: true,
    publicToo: true,
    args,
    prompts: { invitation: 'Which invitation, by its id?', secret: 'With which secret?' },
    secret: ['secret'],
    confirm: () => ({
      question: 'Refuse the invitation?',
      effects: ['Its link stops working', 'Whoever invited you can invite you again'],
      word: null,
      button: 'Refuse',
    }),
    writes: ['invite.refuse-link'],
    async run({ invitation, secret }, world) {
      await world.call('invite.refuse-link', { params: { id: invitation, secret } })
      world.send('project', { type: 'REFRESH' })
    },
  }),
]
