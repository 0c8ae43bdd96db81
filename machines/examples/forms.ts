import type { Example } from '../chart/example.ts'
import { formMachine } from '../form.ts'
import { CallError } from '../resource/failure.ts'

const refused = new CallError({
  operation: 'account.register',
  message: 'The address is taken.',
  status: 409,
  statusText: 'Conflict',
  url: '/api/2/accounts/',
  problems: [{ field: 'email', message: 'The address is taken.' }],
  body: null,
  at: 1,
})
const unanswered = new CallError({ ...refused.failure, message: 'No answer.', status: null, problems: [] })
const tooEarly = new CallError({
  ...refused.failure,
  message: 'Too many tries.',
  status: 429,
  problems: [],
  retryAfterSeconds: 30,
})

const problemsOf = (draft: unknown) =>
  typeof draft === 'object' && draft !== null && 'email' in draft && draft.email === ''
    ? [{ field: 'email', message: 'Enter an email address.' }]
    : []

export const form: readonly Example[] = [
  {
    machine: formMachine,
    input: { base: { email: '' }, problemsOf },
    cases: {
      CHANGE: [
        { path: 'email', value: 'ada@example.com' },
        { path: 'email', value: '' },
      ],
      TOUCH: [{ path: 'email' }],
      'xstate.done.actor.send': [{ output: { done: true } }],
      'xstate.error.actor.send': [{ error: refused }, { error: unanswered }, { error: tooEarly }],
    },
    tells: ({ draft, touched, refused: fields, failure, attempts, answer }) => [
      draft,
      [...touched],
      fields,
      failure?.status,
      Math.min(attempts, 1),
      answer,
    ],
  },
]
