import { identityProviderProblems } from '../../domain/federation/identity-provider-rules.ts'
import { byRule } from '../core/argument-checks.ts'
import { counted } from '../core/bulk-words.ts'
import { command } from '../core/command.ts'
import { slugOf } from '../core/naming.ts'
import type { World } from '../core/world.ts'

const isAdmin = ({ site }: World): boolean => site.admin

const text = '1 <= string <= 300'

const prompts = {
  name: 'What is the provider called?',
  issuer: 'Which issuer URL?',
  client_id: 'Which client ID?',
  client_secret: 'Which client secret?',
  scopes: 'Which scopes?',
  button: 'What does its button say?',
  admits: 'Do new people get an account?',
  domains: 'Only addresses of which domains?',
  enabled: 'Is it offered on the sign-in page?',
  own_callback: 'Does it have a callback URL of its own?',
}

const checks = {
  issuer: byRule('issuer', (issuer) => identityProviderProblems({ issuer })),
  domains: byRule('domains', (domain) => identityProviderProblems({ domains: [domain] })),
}

/** Commands on the OpenID providers of the installation, for its site admins. */
export const identityProviderCommands = [
  command({
    id: 'identity-provider.create',
    words: 'create identity-provider',
    title: 'Add identity provider',
    pending: 'Adding',
    icon: 'plus',
    effect: 'write',
    when: isAdmin,
    args: {
      name: '1 <= string <= 100',
      issuer: text,
      client_id: text,
      'client_secret?': 'string <= 1000',
      'scopes?': 'string[]',
      'button?': 'string <= 60',
      'admits?': 'boolean',
      'domains?': 'string[]',
      'enabled?': 'boolean',
    },
    prompts,
    checks,
    secret: ['client_secret'],
    writes: ['identity-provider.create'],
    async run(body, world) {
      const made = await world.call('identity-provider.create', { body })
      world.tell(`“${made.name}” added`)
    },
  }),
  command({
    id: 'identity-provider.update',
    words: 'change identity-provider',
    title: 'Change identity provider',
    pending: 'Saving',
    icon: 'edit',
    effect: 'write',
    when: isAdmin,
    args: {
      identity_provider: 'string',
      'name?': '1 <= string <= 100',
      'issuer?': text,
      'client_id?': text,
      'client_secret?': 'string <= 1000',
      'scopes?': 'string[]',
      'button?': 'string <= 60',
      'admits?': 'boolean',
      'domains?': 'string[]',
      'enabled?': 'boolean',
      'own_callback?': 'boolean',
    },
    of: { identity_provider: 'identity-provider' },
    prompts,
    checks,
    secret: ['client_secret'],
    needsOption: true,
    undo: 'calls',
    writes: ['identity-provider.update'],
    async run({ identity_provider: id, ...body }, world) {
      await world.call('identity-provider.update', { params: { id }, body })
      world.tell('Identity provider changed')
    },
  }),
  command({
    id: 'identity-provider.test',
    words: 'test identity-provider',
    title: 'Test',
    screen: false,
    pending: 'Testing',
    icon: 'check',
    when: isAdmin,
    args: { identity_provider: 'string' },
    of: { identity_provider: 'identity-provider' },
    reads: ['identity-provider.test'],
    async run({ identity_provider: id }, world) {
      const tested = await world.call('identity-provider.test', { params: { id } })
      world.send('screen', { type: 'PROVIDER_TESTED', id, tested })
      const problem = tested.findings.find(({ ok }) => !ok)
      if (problem) world.tell(problem.text, { category: 'FAIL' })
      else world.tell('The identity provider answers as it should')
    },
  }),
  command({
    id: 'identity-provider.remove',
    words: 'delete identity-provider',
    title: 'Delete',
    pending: 'Deleting',
    icon: 'trash',
    effect: 'destroy',
    when: isAdmin,
    args: { identity_provider: 'string' },
    of: { identity_provider: 'identity-provider' },
    done: 'deleted',
    confirm({ identity_provider: id }, world) {
      const row = world.known('identity-provider.list', {})?.results.find((each) => each.id === id)
      const name = row?.name ?? id
      return {
        question: `Delete the identity provider “${name}” permanently?`,
        effects: [
          row && row.accounts > 0
            ? `${counted(row.accounts, 'account')} can no longer sign in with it; those without a password or another provider cannot sign in at all`
            : 'Nobody can sign in with it any more',
          'Its client secret is not kept',
          'If you add a provider with the same issuer later, the accounts are linked to it again',
        ],
        word: slugOf(name).slice(0, 24).replace(/-$/, '') || 'provider',
        name,
        button: 'Delete identity provider',
      }
    },
    writes: ['identity-provider.remove'],
    async run({ identity_provider: id }, world) {
      await world.call('identity-provider.remove', { params: { id } })
    },
  }),
]
