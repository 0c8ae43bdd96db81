import { plainAddress } from '../core/argument-checks.ts'
import { type Command, command } from '../core/command.ts'

const of = { organization: 'collection' } as const
const text = '1 <= string <= 400'

/** Commands on the key service of an organization. */
export const keyServiceCommands: readonly Command[] = [
  command({
    id: 'key-service.set-up',
    words: 'set-up key-service',
    title: 'Set up key service',
    pending: 'Asking the key service',
    icon: 'lock',
    effect: 'write',
    args: {
      organization: 'string',
      url: text,
      key: '1 <= string <= 200',
      token: '1 <= string <= 2000',
      'mount?': '1 <= string <= 200',
      'namespace?': '1 <= string <= 200',
    },
    of,
    prompts: {
      url: 'At which address (https://vault.example.com:8200)?',
      key: 'Which key of its transit engine?',
      token: 'Which token may use that key?',
      mount: 'At which path is the transit engine?',
      namespace: 'In which namespace?',
    },
    checks: { url: plainAddress },
    secret: ['token'],
    writes: ['key-service.update'],
    async run({ organization, ...body }, world) {
      await world.call('key-service.update', { params: { org: organization }, body })
      world.tell('Key service set up')
    },
  }),
  command({
    id: 'key-service.enable',
    words: 'enable key-service',
    title: 'Encrypt with its key',
    pending: 'Encrypting',
    icon: 'lock',
    effect: 'destroy',
    args: { organization: 'string' },
    of,
    confirm: () => ({
      question: 'Encrypt all secrets of the organization with the key of its key service?',
      effects: [
        'All secrets that are stored are encrypted again',
        'While the key is not available, runs that need a secret are skipped, and secrets cannot be saved',
        'If the key is lost for good, so are the secrets',
      ],
      word: 'encrypt',
      name: 'key service',
      button: 'Encrypt with its key',
      reversible: true,
    }),
    writes: ['key-service.update'],
    async run({ organization }, world) {
      await world.call('key-service.update', { params: { org: organization }, body: { enabled: true } })
      world.tell('The secrets are encrypted with the key of the key service')
    },
  }),
  command({
    id: 'key-service.disable',
    words: 'disable key-service',
    title: 'Switch off',
    pending: 'Encrypting',
    icon: 'lock',
    effect: 'destroy',
    args: { organization: 'string' },
    of,
    confirm: () => ({
      question: 'Encrypt all secrets of the organization with the key of the installation again?',
      effects: ['The key service is no longer needed', 'Whoever operates the installation could decrypt the secrets'],
      word: 'disable',
      name: 'key service',
      button: 'Switch off',
    }),
    writes: ['key-service.update'],
    async run({ organization }, world) {
      await world.call('key-service.update', { params: { org: organization }, body: { enabled: false } })
      world.tell('The secrets are encrypted with the key of the installation')
    },
  }),
  command({
    id: 'key-service.test',
    words: 'test key-service',
    title: 'Test',
    pending: 'Asking',
    icon: 'play',
    effect: 'write',
    args: { organization: 'string' },
    of,
    writes: ['key-service.test'],
    async run({ organization }, world) {
      const { problem } = await world.call('key-service.test', { params: { org: organization } })
      if (problem === null) world.tell('The key service gave a key')
      else world.tell(`The key service gave no key: ${problem}`, { category: 'FAIL' })
    },
  }),
  command({
    id: 'key-service.remove',
    words: 'delete key-service',
    title: 'Remove',
    pending: 'Removing',
    icon: 'trash',
    effect: 'destroy',
    args: { organization: 'string' },
    of,
    confirm: ({ organization }, world) => ({
      question: 'Remove the key service of the organization?',
      effects: ['Its address and its token are deleted', 'Its wrapped keys are deleted'],
      ...(world.known('key-service.read', { params: { org: organization } })?.enabled && {
        barred: 'The secrets of the organization are encrypted with its key: switch it off first.',
      }),
      word: 'remove',
      name: 'key service',
      button: 'Remove key service',
    }),
    writes: ['key-service.remove'],
    async run({ organization }, world) {
      await world.call('key-service.remove', { params: { org: organization } })
      world.tell('Key service removed')
    },
  }),
]
