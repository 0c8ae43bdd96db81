import { resources } from '../../contract/resources.ts'
import { inUse } from '../../domain/core/in-use.ts'
import { command } from '../core/command.ts'
import { resourceCommands } from '../core/resource-commands.ts'
import type { World } from '../core/world.ts'

const rowOf = (id: string, world: World) => world.known('token.list', {})?.results.find((each) => each.id === id)

const inWizard = ({ place }: World): boolean => place?.name === 'token-wizard'

/** A command that sends an event to the wizard. */
const step = (id: string, words: string, title: string, type: 'NEXT' | 'BACK' | 'LEAVE', icon?: string) =>
  command({
    id: `token.${id}`,
    words,
    title,
    ...(icon && { icon }),
    args: {},
    when: inWizard,
    run: (_, world) => world.send('screen', { type }),
  })

/** Commands of tokens. */
export const tokenCommands = [
  ...resourceCommands(resources.tokens, {
    barred: (id, world) => inUse('token', rowOf(id, world)?.used_by ?? 0),
    lost: () => ['The provider is not told: revoke the token first to end it there'],
    secrets: ['access_token', 'refresh_token', 'token_secret', 'secret_key', 'session_token', 'variables'],
  }),
  command({
    id: 'token.get',
    words: 'get token',
    title: 'Get a token',
    icon: 'plus',
    keys: 'n',
    keysFor: 'token',
    needs: 'edit',
    args: { 'auth-setting': 'string', 'token?': 'string' },
    of: { 'auth-setting': 'auth-setting', token: 'token' },
    run: (args, world) => world.go('token-wizard', { authId: args['auth-setting'] }, { token: args.token }),
  }),
  command({
    id: 'token.enter',
    words: 'enter token',
    title: 'Enter values',
    icon: 'edit',
    needs: 'edit',
    args: { 'auth-setting': 'string' },
    of: { 'auth-setting': 'auth-setting' },
    run: (args, world) => world.go('new-token', { authId: args['auth-setting'] }),
  }),
  step('next', 'continue token', 'Continue', 'NEXT', 'chevron-right'),
  step('back', 'back in token', 'Back', 'BACK', 'chevron-left'),
  command({
    id: 'token.connect',
    words: 'authenticate token',
    title: 'Authenticate',
    screen: true,
    pending: 'Authenticating',
    icon: 'key',
    effect: 'write',
    needs: 'edit',
    args: {},
    when: inWizard,
    writes: ['token.authorize', 'token.grant', 'token.device', 'token.poll-device'],
    run: (_, world) => world.send('screen', { type: 'CONNECT' }),
  }),
  command({
    id: 'token.finish',
    words: 'finish authorization',
    title: 'Finish authorization',
    hidden: true,
    effect: 'write',
    needs: 'edit',
    args: {},
    when: ({ place }) => place?.name === 'token-callback' || place?.name === 'setting-callback',
    writes: ['token.finish'],
    run: (_, world) => world.send('screen', { type: 'CONNECT' }),
  }),
  command({
    id: 'token.continue',
    words: 'continue authorization',
    title: 'Run the follow-on monitor',
    icon: 'play',
    needs: 'run',
    args: { token: 'string' },
    of: { token: 'token' },
    async run({ token }, world) {
      const { meta } = await world.call('token.read', { params: { id: token } })
      const { settings } = await world.call('auth-setting.read', { params: { id: meta.auth_id } })
      const { callback_action: action } = settings
      if (action) world.send('app', { type: 'RUN', id: world.newId(), callId: action.id })
      else world.tell('The auth setting of this token runs no monitor afterwards.')
    },
  }),
  command({
    id: 'token.refresh',
    words: 'refresh token',
    title: 'Refresh now',
    pending: 'Refreshing',
    icon: 'reload',
    effect: 'write',
    needs: 'edit',
    keys: 'r',
    keyScope: 'object',
    args: { token: 'string' },
    of: { token: 'token' },
    fits: (id, world) => rowOf(id, world)?.meta.mine !== false,
    done: 'refreshed',
    writes: ['token.refresh'],
    async run({ token }, world) {
      await world.call('token.refresh', { params: { id: token } })
    },
  }),
  command({
    id: 'token.revoke',
    words: 'revoke token',
    title: 'Revoke',
    pending: 'Revoking',
    icon: 'close',
    effect: 'destroy',
    needs: 'edit',
    args: { token: 'string' },
    of: { token: 'token' },
    fits: (id, world) => rowOf(id, world)?.meta.mine !== false,
    done: 'revoked',
    confirm({ token }, world) {
      const name = rowOf(token, world)?.meta.name ?? token
      return {
        question: `Revoke “${name}”?`,
        effects: ['The provider is asked to end it', 'Monitors that use it fail until somebody authenticates it again'],
        word: null,
        button: 'Revoke token',
      }
    },
    writes: ['token.revoke'],
    async run({ token }, world) {
      await world.call('token.revoke', { params: { id: token } })
    },
  }),
]
