import { command } from '../core/command.ts'
import { objectsIn } from '../core/objects.ts'
import type { World } from '../core/world.ts'

const isAtCallback = ({ place }: World): boolean =>
  place?.name === 'federated-callback' || place?.name === 'provider-callback'

/** Signing in with an OpenID provider, before anybody is signed in. */
export const federatedSignInCommands = [
  command({
    id: 'federation.start',
    words: 'continue with-provider',
    title: 'Continue',
    pending: 'Redirecting',
    icon: 'lock',
    effect: 'write',
    hidden: true,
    publicToo: true,
    args: { uid: 'string', provider: 'string' },
    secret: ['uid'],
    prompts: { uid: 'Which sign-in?', provider: 'Which provider?' },
    writes: ['federation.start'],
    async run({ uid, provider }, world) {
      const { redirect_to } = await world.call('federation.start', { params: { uid, provider } })
      world.leave(redirect_to)
    },
  }),
  command({
    id: 'federation.finish',
    words: 'finish sign-in',
    title: 'Try again',
    pending: 'Signing in',
    effect: 'write',
    hidden: true,
    publicToo: true,
    when: isAtCallback,
    args: {},
    writes: ['federation.finish'],
    run: (_, world) => world.send('screen', { type: 'CONNECT' }),
  }),
]

/** Linking OpenID providers to one's own account. */
export const linkedIdentityCommands = [
  command({
    id: 'identity.start-link',
    words: 'link provider',
    title: 'Link',
    screen: true,
    pending: 'Redirecting',
    icon: 'link',
    effect: 'write',
    args: { provider: 'string' },
    prompts: { provider: 'Which provider?' },
    objects: {
      provider: objectsIn(
        'identity.list',
        () => ({}),
        ({ offered }) => offered,
      ),
    },
    writes: ['identity.start-link'],
    async run({ provider }, world) {
      const { redirect_to } = await world.call('identity.start-link', { params: { provider } })
      world.leave(redirect_to)
    },
  }),
  command({
    id: 'identity.link',
    words: 'finish link',
    title: 'Try again',
    pending: 'Linking',
    effect: 'write',
    hidden: true,
    when: isAtCallback,
    args: {},
    writes: ['identity.link'],
    run: (_, world) => world.send('screen', { type: 'CONNECT' }),
  }),
  command({
    id: 'identity.unlink',
    words: 'unlink provider',
    title: 'Unlink',
    pending: 'Unlinking',
    icon: 'close',
    effect: 'write',
    args: { identity: 'string' },
    prompts: { identity: 'Which linked sign-in?' },
    objects: {
      identity: objectsIn(
        'identity.list',
        () => ({}),
        ({ results }) =>
          results.map(({ id, name, email }) => ({ id, name: email === null ? name : `${name}, ${email}` })),
      ),
    },
    confirm: ({ identity }, world) => {
      const found = world.known('identity.list', {})?.results.find(({ id }) => id === identity)
      return {
        question: `Unlink ${found?.name ?? 'this provider'}?`,
        effects: ['It no longer signs you in', 'It can be linked again'],
        word: null,
        button: 'Unlink',
      }
    },
    writes: ['identity.unlink'],
    async run({ identity }, world) {
      await world.call('identity.unlink', { params: { id: identity } })
      world.tell('Unlinked. It no longer signs you in.')
    },
  }),
]
