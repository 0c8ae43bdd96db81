import type { Example } from '../chart/example.ts'
import { type Trial, trialMachine } from '../runs/trial.ts'
import { unansweredCall } from './unanswered.ts'

const trial: Trial = {
  id: 't',
  state: 'queued',
  location_id: 'default',
  outcome: null,
  pictures: [],
}
const unanswered = unansweredCall('trial.read')

export const trialOfForm: readonly Example[] = [
  {
    machine: trialMachine,
    cases: {
      START: [{ body: { request: { url: 'https://example.com' } } }],
      'xstate.done.actor.start': [{ output: { id: 't' } }],
      'xstate.error.actor.start': [{ error: new Error('Enter an address.') }],
      'xstate.done.actor.look': [
        { output: trial },
        { output: { ...trial, state: 'running' } },
        { output: { ...trial, state: 'lost' } },
      ],
      'xstate.error.actor.look': [{ error: unanswered }, { error: new Error('This trial is over.') }],
    },
    tells: ({ id, known, trial: shown, failure, tries }) => [id, known, shown?.state, failure?.message, tries],
  },
]
