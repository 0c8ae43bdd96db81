import { WIZARD_STEPS } from '../../src/domain/onboarding/wizard-rules.ts'
import type { Example } from '../chart/example.ts'
import { wizardMachine } from '../onboarding/wizard.ts'
import type { StoredWizard, WizardContext, WizardInput } from '../onboarding/wizard-context.ts'
import { CallError } from '../resource/failure.ts'

const stored = {
  info: { name: 'Ada', company: '', role: '' },
  project: { name: 'Payments', tags: '', region: 'all' },
}
const monitor = {
  method: 'GET' as const,
  url: 'https://api.example.com/health',
  name: '',
  expect: '200',
  everySeconds: 300,
  locations: ['here'],
}
const input: WizardInput = { stored, monitor, locations: ['here', 'there'], mayEdit: true, kept: null }
const watch = { monitor: { id: 'm', name: 'Health' }, schedule: { id: 's', name: 'Default Schedule', isNew: false } }

const keptAt = (step: StoredWizard['step'], change: Partial<StoredWizard> = {}): StoredWizard => ({
  step,
  furthest: step,
  draft: { ...stored, monitor },
  done: [],
  made: { watch: null, samples: null },
  ...change,
})

const refused = new CallError({
  operation: 'watch.create',
  message: 'request.url must be a valid URL.',
  status: 422,
  statusText: 'Unprocessable Content',
  url: '/api/3/monitors/watched',
  problems: [{ field: 'request.url', message: 'request.url must be a valid URL.' }],
  body: null,
  at: 1,
})

const trial = (state: 'queued' | 'running' | 'lost') => ({ id: 't', location_id: 'here', state, outcome: null })
const failure = [{ error: refused }]

/** The visible state of the steps: created objects, shown errors, and the trial. */
const tells = ({ made, shown, failure: said, trial: tried, asking }: WizardContext) => [
  [made.watch !== null, made.samples !== null, shown, said !== null],
  [tried?.state ?? null, asking],
]

const cases = {
  CHANGE: [{ path: 'info.name', value: 'Grace' }],
  TO: WIZARD_STEPS.map((step) => ({ step })),
  'xstate.error.actor.info': failure,
  'xstate.error.actor.project': failure,
  'xstate.error.actor.watch': failure,
  'xstate.error.actor.samples': failure,
  'xstate.error.actor.start': failure,
  'xstate.error.actor.follow': failure,
  'xstate.done.actor.start': [{ output: { id: 't' } }],
  'xstate.done.actor.follow': [{ output: trial('queued') }, { output: trial('running') }, { output: trial('lost') }],
  'xstate.done.actor.watch': [{ output: watch }],
  'xstate.done.actor.samples': [{ output: { created: 15, existing: 0 } }],
}

const from = (
  kept: StoredWizard | null,
  without: readonly string[] = [],
  change: Partial<WizardInput> = {},
): Example => ({
  machine: wizardMachine,
  input: { ...input, ...change, kept },
  cases,
  tells,
  happens: (_, { type }) => !without.includes(type),
})

const unsaved = { ...stored, info: { ...stored.info, company: 'Engines' } }
const wrong = { ...stored, monitor: { ...monitor, url: '' } }

/** Text is typed while the step before it is being stored. */
const typedWhileSaving = (step: 'info' | 'project', path: string, draft: StoredWizard['draft']): Example => ({
  ...from(keptAt(step, { draft })),
  cases: { ...cases, CHANGE: [{ path, value: 'Typed since' }] },
  tells: ({ draft: now, sent }) => [now, sent],
  happens: ({ context }, { type }) =>
    context.step === step && ['NEXT', 'CHANGE', `xstate.done.actor.${step}`].includes(type),
})

export const wizard: readonly Example[] = [
  // All steps from the start. The question on leaving is covered separately, because it can come at any moment.
  from(null, ['LEAVE', 'STAY', 'LEAVE_ANYWAY', 'TO']),
  from(keptAt('info', { draft: { ...unsaved, monitor } }), ['TO', 'SKIP', 'xstate.done.actor.info']),
  from(keptAt('project', { draft: { ...stored, project: { ...stored.project, name: 'Orders' }, monitor } }), [
    'LEAVE',
    'SKIP',
    'TO',
    'TRY',
  ]),
  from(keptAt('project', { draft: { ...stored, project: { ...stored.project, name: '' }, monitor } }), [
    'SKIP',
    'TO',
    'BACK',
  ]),
  from(keptAt('info', { draft: { ...stored, info: { ...stored.info, name: '' }, monitor } }), ['SKIP', 'TO', 'CHANGE']),
  from(keptAt('monitor', { draft: wrong }), ['BACK', 'SKIP', 'TO']),
  from(keptAt('samples'), ['NEXT', 'SKIP', 'BACK', 'TRY', 'LEAVE', 'STAY', 'LEAVE_ANYWAY']),
  from(keptAt('summary', { made: { watch, samples: { created: 0, existing: 15 } } }), [
    'TRY',
    'LEAVE',
    'STAY',
    'LEAVE_ANYWAY',
  ]),
  from(keptAt('monitor'), ['BACK', 'TO', 'TRY'], { mayEdit: false }),
  typedWhileSaving('info', 'info.name', { ...unsaved, monitor }),
  typedWhileSaving('project', 'project.name', {
    ...stored,
    project: { ...stored.project, name: 'Orders' },
    monitor,
  }),
]
