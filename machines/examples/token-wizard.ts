import type { TokenWizardContext } from '../auth/token-wizard.ts'
import { type TokenDraft, tokenWizardMachine } from '../auth/token-wizard.ts'
import type { Example } from '../chart/example.ts'

const draft: TokenDraft = {
  name: 'Production',
  grant: 'authorization_code',
  scopes: 'read',
  username: '',
  password: '',
}
const code = {
  flow_id: 'f',
  user_code: 'ABCD-EFGH',
  verification_uri: 'https://login.example.com/device',
  verification_uri_complete: null,
  interval: 5,
  expires: '2098-01-04T02:00:00Z',
}
const failure = [{ error: new Error('login.example.com refused.') }]

const tells = ({ problem, obtained, code: shown }: TokenWizardContext) => [problem, obtained, shown?.user_code ?? null]

const from = (change: Partial<TokenDraft>): Example => ({
  machine: tokenWizardMachine,
  input: { draft: { ...draft, ...change }, tokenId: null },
  cases: {
    CHANGE: [{ path: 'scopes', value: 'write' }],
    'xstate.done.actor.authorize': [{}],
    'xstate.done.actor.obtain': [{ output: 't' }],
    'xstate.done.actor.startDevice': [{ output: code }],
    'xstate.done.actor.pollDevice': [
      { output: { state: 'pending', interval: 10, token_id: null } },
      { output: { state: 'done', interval: 5, token_id: 't' } },
    ],
    'xstate.error.actor.authorize': failure,
    'xstate.error.actor.obtain': failure,
    'xstate.error.actor.startDevice': failure,
    'xstate.error.actor.pollDevice': failure,
  },
  tells,
})

export const tokenWizard: readonly Example[] = [
  from({}),
  from({ grant: 'client_credentials' }),
  from({ grant: 'password' }),
  from({ grant: 'oauth1' }),
  from({ grant: 'device_code' }),
  from({ name: '' }),
]
