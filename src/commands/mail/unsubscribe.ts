import { command } from '../core/command.ts'

/** Commands of the page that an unsubscribe link opens. */
export const unsubscribeCommands = [
  command({
    id: 'unsubscribe.end',
    words: 'end mail',
    title: 'Unsubscribe',
    pending: 'Unsubscribing',
    effect: 'write',
    hidden: true,
    publicToo: true,
    args: { token: 'string' },
    secret: ['token'],
    writes: ['unsubscribe.end'],
    async run({ token }, world) {
      world.send('screen', { type: 'ANSWERED', answer: await world.call('unsubscribe.end', { params: { token } }) })
    },
  }),
  command({
    id: 'unsubscribe.undo',
    words: 'resume mail',
    title: 'Subscribe again',
    pending: 'Subscribing',
    effect: 'write',
    hidden: true,
    publicToo: true,
    args: { token: 'string' },
    secret: ['token'],
    writes: ['unsubscribe.undo'],
    async run({ token }, world) {
      world.send('screen', { type: 'ANSWERED', answer: await world.call('unsubscribe.undo', { params: { token } }) })
    },
  }),
]
