import { authType } from '../../contract/auth/auth-settings.ts'
import { resources } from '../../contract/resources.ts'
import { addressProblem } from '../../domain/auth/auth-rules.ts'
import { AUTH_TYPE_ORDER, AUTH_TYPES } from '../../domain/auth/auth-types.ts'
import { holds } from '../../domain/core/access.ts'
import { inUse } from '../../domain/core/in-use.ts'
import { byRule } from '../core/argument-checks.ts'
import { counted } from '../core/bulk-words.ts'
import { command } from '../core/command.ts'
import { resourceCommands } from '../core/resource-commands.ts'
import type { World } from '../core/world.ts'

const rowOf = (id: string, world: World) => world.known('auth-setting.list', {})?.results.find((each) => each.id === id)

const lost = (id: string, world: World): readonly string[] => {
  const tokens = rowOf(id, world)?.tokens ?? 0
  return [
    ...(tokens > 0 ? [`${counted(tokens, 'token')} of its own ${tokens === 1 ? 'is' : 'are'} deleted too`] : []),
    'No monitor uses it',
  ]
}

/** Members who may edit, by account. */
const editors = (world: World) =>
  (world.project ? (world.known('project.members', { params: { id: world.project.id } })?.results ?? []) : [])
    .filter(({ access_level: level }) => holds(level, 'edit'))
    .map(({ account_id: value, account_name: note }) => ({ value, note }))

const TYPES = AUTH_TYPE_ORDER.map((value) => ({ value, note: AUTH_TYPES[value].title }))

/** Addresses of providers, by their names among the arguments. The audience may be any text. */
const ADDRESSES = new Set(
  Object.values(AUTH_TYPES).flatMap(({ fields }) =>
    fields.flatMap(({ name, kind }) => (kind === 'url' && name !== 'audience' ? [name] : [])),
  ),
)

const checks = Object.fromEntries(
  [...ADDRESSES].map((name) => [
    name,
    byRule(name, (text) => {
      const problem = addressProblem(name, text)
      return problem === null ? [] : [problem]
    }),
  ]),
)

/** Commands of auth settings. */
export const authSettingCommands = [
  ...resourceCommands(resources.authSettings, {
    lost,
    checks,
    barred: (id, world) => inUse('auth setting', rowOf(id, world)?.used_by ?? 0),
    secrets: [
      'client_secret',
      'private_key',
      'key',
      'passphrase',
      'custom_variables',
      'token_params',
      'headers',
      'parameters',
    ],
  }),
  command({
    id: 'auth-setting.new',
    words: 'new auth setting',
    title: 'New auth setting',
    icon: 'plus',
    keys: 'n',
    keysFor: 'auth-setting',
    needs: 'edit',
    args: { 'type?': authType },
    choices: { type: () => TYPES },
    prompts: { type: 'Of which type?' },
    run: ({ type }, world) => world.go('new-auth-setting', {}, { type }),
  }),
  command({
    id: 'auth-setting.change-owner',
    silences: false,
    words: 'hand-over auth-setting',
    title: 'Hand over…',
    pending: 'Handing over',
    icon: 'person',
    effect: 'write',
    needs: 'edit',
    args: { 'auth-setting': 'string', owner: 'string' },
    of: { 'auth-setting': 'auth-setting' },
    choices: { owner: editors },
    prompts: { owner: 'To which member who may edit?' },
    confirm({ 'auth-setting': id, owner }, world) {
      const name = editors(world).find(({ value }) => value === owner)?.note ?? owner
      return {
        question: `Hand “${rowOf(id, world)?.meta.name ?? id}” over to ${name}?`,
        effects: [`Only ${name} and the OWNERs of the project can hand it over again`],
        word: null,
        button: 'Hand over',
      }
    },
    done: 'handed over',
    writes: ['auth-setting.change-owner'],
    async run({ 'auth-setting': id, owner }, world) {
      await world.call('auth-setting.change-owner', { params: { id }, body: { owner } })
    },
  }),
  command({
    id: 'auth-setting.copy-callback',
    words: 'copy callback address',
    title: 'Copy callback address',
    icon: 'copy',
    args: { address: 'string' },
    prompts: { address: 'Which address?' },
    hidden: true,
    async run({ address }, world) {
      await world.copy(address)
      world.tell('Callback address copied')
    },
  }),
]
