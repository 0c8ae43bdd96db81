import { proofOf } from '../../domain/identity/factor-codes.ts'
import { accountRow } from '../accounts/site-accounts.ts'
import { command } from '../core/command.ts'
import { objectsIn } from '../core/objects.ts'
import type { World } from '../core/world.ts'

const PROOF = 'Your password, or a code of your authenticator app?'

const nameOf = (world: World, id: string): string =>
  world.known('factor.list', {})?.results.find((each) => each.id === id)?.name ?? 'this second factor'

const objects = {
  factor: objectsIn(
    'factor.list',
    () => ({}),
    ({ results }) => results.map(({ id, name, kind: note }) => ({ id, name, note })),
  ),
}

/** Second factors of one's own account. */
export const factorCommands = [
  command({
    id: 'factor.open',
    words: 'set up two-step-verification',
    title: 'Two-step verification',
    icon: 'lock',
    args: {},
    run: (_, world) => world.go('profile'),
  }),
  command({
    id: 'factor.choose',
    words: 'add second-factor',
    title: 'Add second factor',
    icon: 'plus',
    hidden: true,
    args: { method: "'totp' | 'passkey'" },
    choices: {
      method: () => [
        { value: 'totp', note: 'codes of an authenticator app' },
        { value: 'passkey', note: 'a fingerprint, a face, or a security key' },
      ],
    },
    prompts: { method: 'Which kind?' },
    run: ({ method }, world) => world.send('screen', { type: 'CHOOSE_METHOD', method }),
  }),
  command({
    id: 'factor.next',
    words: 'continue second-factor',
    title: 'Continue',
    pending: 'Checking',
    effect: 'write',
    hidden: true,
    args: {},
    writes: ['factor.begin-totp', 'factor.confirm-totp', 'factor.begin-passkey', 'factor.confirm-passkey'],
    run: (_, world) => world.send('screen', { type: 'NEXT' }),
  }),
  command({
    id: 'factor.cancel',
    words: 'cancel second-factor',
    title: 'Cancel',
    hidden: true,
    args: {},
    run: (_, world) => world.send('screen', { type: 'BACK' }),
  }),
  command({
    id: 'factor.rename',
    words: 'rename second-factor',
    title: 'Rename',
    pending: 'Saving',
    icon: 'edit',
    effect: 'write',
    hidden: true,
    args: { factor: 'string', name: '1 <= string <= 80' },
    objects,
    prompts: { factor: 'Which second factor?', name: 'What is its new name?' },
    writes: ['factor.rename'],
    async run({ factor, name }, world) {
      await world.call('factor.rename', { params: { id: factor }, body: { name } })
      world.tell(`Renamed to “${name.trim()}”`)
    },
  }),
  command({
    id: 'factor.remove',
    words: 'remove second-factor',
    title: 'Remove',
    pending: 'Removing',
    icon: 'trash',
    effect: 'destroy',
    hidden: true,
    args: { factor: 'string', proof: 'string' },
    objects,
    secret: ['proof'],
    prompts: { factor: 'Which second factor?', proof: PROOF },
    confirm: ({ factor }, world) => ({
      question: `Remove ${nameOf(world, factor)}?`,
      effects: ['It no longer signs you in', 'Without another second factor, your password alone signs you in'],
      word: 'remove',
      button: 'Remove second factor',
    }),
    writes: ['factor.remove'],
    async run({ factor, proof }, world) {
      await world.call('factor.remove', { params: { id: factor }, body: proofOf(proof) })
    },
  }),
  command({
    id: 'factor.renew-codes',
    words: 'renew recovery-codes',
    title: 'New recovery codes',
    pending: 'Renewing',
    icon: 'reload',
    effect: 'write',
    args: { proof: 'string' },
    secret: ['proof'],
    prompts: { proof: PROOF },
    writes: ['factor.renew-codes'],
    async run({ proof }, world) {
      const { recovery_codes } = await world.call('factor.renew-codes', { body: proofOf(proof) })
      world.send('secret', { type: 'SHOW', title: 'New recovery codes', secret: recovery_codes.join('\n') })
    },
  }),
  command({
    id: 'factor.reset',
    words: 'reset second-factors',
    title: 'Reset second factors',
    pending: 'Resetting',
    icon: 'lock',
    effect: 'destroy',
    when: ({ site }) => site.admin,
    args: { account: 'string' },
    of: { account: 'account' },
    fits: (id, world) => accountRow(id, world)?.has_second_factor !== false,
    done: 'without second factors',
    confirm: ({ account }, world) => {
      const name = world.entities('account').find((each) => each.id === account)?.name ?? account
      return {
        question: `Remove all second factors of ${name}?`,
        effects: [
          'Its authenticator apps, passkeys and recovery codes stop working',
          'All of its sessions end at once',
          'Its password alone signs it in until it sets up a second factor again',
        ],
        word: 'reset',
        button: 'Reset second factors',
      }
    },
    writes: ['factor.reset'],
    async run({ account }, world) {
      await world.call('factor.reset', { params: { id: account } })
    },
  }),
]
