import type { Example } from '../chart/example.ts'
import {
  type AuthorizationContext,
  authorizationMachine,
  type IntegrationChoice,
  type Recalled,
  type ReturnedAnswer,
} from '../integrations/authorization.ts'

const choice: IntegrationChoice = { organization: 'o', domain: 'datadoghq.com', name: '', integration: null }
const answer: ReturnedAnswer = { code: 'c', state: 's', domain: null, error: null, description: null }
const kept: Recalled = { state: 's', verifier: 'v', choice: { ...choice, domain: 'datadoghq.eu' } }
const failure = [{ error: new Error('Code expired.') }]

const tells = ({ problem, url, choice: chosen, recalled }: AuthorizationContext) => [problem, url, chosen, recalled]

const from = (returned: ReturnedAnswer | null, change: Partial<IntegrationChoice> = {}): Example => ({
  machine: authorizationMachine,
  input: { choice: { ...choice, ...change }, returned },
  cases: {
    CHANGE: [{ field: 'domain', value: 'us3.datadoghq.com' }],
    'xstate.done.actor.prepare': [{ output: 'https://app.datadoghq.com/oauth2/v1/authorize' }],
    'xstate.done.actor.recall': [
      { output: kept },
      { output: { ...kept, state: 'other' } },
      { output: { state: null, verifier: null, choice: null } },
    ],
    'xstate.done.actor.finish': [{}],
    'xstate.error.actor.prepare': failure,
    'xstate.error.actor.recall': failure,
    'xstate.error.actor.finish': failure,
  },
  tells,
})

export const authorization: readonly Example[] = [
  from(null),
  from(null, { organization: '' }),
  from(answer),
  from({ ...answer, code: null, error: 'access_denied', description: 'The user refused.' }),
  from({ ...answer, code: null, error: 'server_error' }),
  from({ ...answer, code: null }),
]
