import { assign, setup } from 'xstate'
import type { Watch } from '../../src/domain/monitors/watch.ts'
import { type WizardDraft, type WizardStep, watchOf, wizardProblems } from '../../src/domain/onboarding/wizard-rules.ts'
import { isEqual, withPath } from '../draft-path.ts'
import { type Failure, failureOf } from '../resource/failure.ts'
import { notProvided } from '../resource/not-provided.ts'
import type { Trial } from '../runs/trial.ts'
import { typed } from '../typed.ts'
import {
  contextOf,
  hasNoUnsavedInput,
  type InstalledSamples,
  stepIndex,
  type Watched,
  type WizardContext,
  type WizardEvent,
  type WizardInput,
} from './wizard-context.ts'

/** A trial runs from the first selected location. */
export type TrialRequest = { readonly watch: Watch; readonly locationId: string | null }

const toolkit = setup({
  types: typed<{ context: WizardContext; events: WizardEvent; input: WizardInput }>(),
  actors: {
    keepInfo: notProvided<void, WizardDraft['info']>('keepInfo'),
    keepProject: notProvided<void, WizardDraft['project']>('keepProject'),
    /** Starts a run of an unsaved monitor; returns its id. */
    startTrial: notProvided<{ id: string }, TrialRequest>('startTrial'),
    /** Returns the trial once its state differs from the known one. */
    followTrial: notProvided<Trial, { id: string; known: Trial['state'] | null }>('followTrial'),
    makeWatch: notProvided<Watched, Watch>('makeWatch'),
    installSamples: notProvided<InstalledSamples, object>('installSamples'),
  },
  guards: {
    isAt: ({ context }, { step }: { step: WizardStep }) => context.step === step,
    isWrong: ({ context: { step, draft } }) => wizardProblems(step, draft).length > 0,
    isStored: ({ context: { step, draft, stored } }) =>
      (step === 'info' || step === 'project') && isEqual(draft[step], stored[step]),
    isAsSent: ({ context: { step, draft, sent } }) =>
      (step === 'info' || step === 'project') && isEqual(draft[step], sent?.[step]),
    isMade: ({ context: { step, made } }) => (step === 'monitor' ? made.watch !== null : made.samples !== null),
    mayNotEdit: ({ context }) => !context.mayEdit,
    isOver: (_, { trial }: { trial: Trial }) => trial.state === 'done' || trial.state === 'lost',
    mayGoTo: ({ context, event }, { step }: { step: WizardStep }) =>
      event.type === 'TO' && event.step === step && stepIndex(step) <= stepIndex(context.furthest),
    hasNoUnsavedInput: ({ context }) => hasNoUnsavedInput(context),
  },
  actions: {
    /** Stores the state that survives a reload, for the lifetime of the tab. */
    keep: () => {},
    forget: () => {},
    /** Navigates away when the wizard is finished or left. */
    leave: () => {},
    enter: assign(({ context }, { step }: { step: WizardStep }) => ({
      step,
      furthest: stepIndex(step) > stepIndex(context.furthest) ? step : context.furthest,
      shown: false,
      refused: [],
      failure: null,
      asking: false,
    })),
    change: assign(({ context, event }) =>
      event.type === 'CHANGE'
        ? {
            // The path is a field of the draft, and the value has its type: the form fields guarantee both.
            draft: withPath(context.draft, event.path, event.value) as WizardDraft,
            refused: context.refused.filter(({ field }) => field !== event.path),
            asking: false,
          }
        : {},
    ),
    show: assign(({ context }) => ({ shown: true, attempts: context.attempts + 1 })),
    clearFailure: assign({ failure: null, refused: [] }),
    markDone: assign(({ context: { done, step } }) => ({ done: done.includes(step) ? done : [...done, step] })),
    noteSent: assign(({ context }) => ({ sent: context.draft })),
    markStored: assign(({ context: { step, stored, sent } }) =>
      sent && (step === 'info' || step === 'project') ? { stored: { ...stored, [step]: sent[step] } } : {},
    ),
    keepWatch: assign(({ context }, { watch }: { watch: Watched }) => ({ made: { ...context.made, watch } })),
    keepSamples: assign(({ context }, { samples }: { samples: InstalledSamples }) => ({
      made: { ...context.made, samples },
    })),
    noteTried: assign(({ context }) => ({ tried: context.draft.monitor, trial: null, trialId: null, failure: null })),
    noteTrialId: assign((_, { id }: { id: string }) => ({ trialId: id })),
    keepTrial: assign((_, { trial }: { trial: Trial }) => ({ trial })),
    refuse: assign(({ context }, { failure }: { failure: Failure }) => ({
      failure,
      attempts: context.attempts + 1,
      refused: failure.problems.map(({ field, message }) => ({ field: fieldHere(context.step, field), message })),
    })),
    ask: assign({ asking: true }),
    stopAsking: assign({ asking: false }),
  },
})

/** Maps a refused field to a field of the step; the server knows the object, but not the step. */
const fieldHere = (step: WizardStep, field: string): string => {
  const own = field.replace(/^(request|meta|schedule)\./, '').replace(/\[\d+\]$/, '')
  return `${step}.${own.startsWith('conditions') ? 'expect' : own === 'frequency' ? 'everySeconds' : own}`
}

const failed = (operation: string) =>
  ({
    type: 'refuse',
    params: ({ event }: { event: { error: unknown } }) => ({ failure: failureOf(operation, event.error) }),
  }) as const

const entering = (step: WizardStep) => [{ type: 'enter', params: { step } }, 'keep'] as const
const at = (step: WizardStep) => ({ guard: { type: 'isAt', params: { step } }, target: step }) as const
const to = (step: WizardStep) => ({ guard: { type: 'mayGoTo', params: { step } }, target: `#wizard.${step}` }) as const
const jumps = [to('info'), to('project'), to('monitor'), to('samples'), to('summary')] as const

/**
 * The getting-started wizard with five steps. Continuing stores a step; until then its input is kept only in the tab. A person can
 * leave at any time and come back without half-created objects.
 */
export const wizardMachine = toolkit.createMachine({
  id: 'wizard',
  context: ({ input }) => contextOf(input),
  initial: 'resuming',
  on: {
    CHANGE: { actions: ['change', 'keep'] },
    LEAVE: [{ guard: 'hasNoUnsavedInput', target: '.left' }, { actions: 'ask' }],
    STAY: { actions: 'stopAsking' },
    LEAVE_ANYWAY: '.left',
  },
  states: {
    resuming: { always: [at('project'), at('monitor'), at('samples'), at('summary'), { target: 'info' }] },
    info: {
      entry: entering('info'),
      initial: 'open',
      states: {
        open: {
          on: {
            NEXT: [
              { guard: 'isWrong', actions: 'show' },
              { guard: 'isStored', target: '#wizard.project', actions: 'markDone' },
              { target: 'saving' },
            ],
            SKIP: '#wizard.project',
            TO: jumps,
          },
        },
        saving: {
          tags: 'busy',
          entry: ['clearFailure', 'noteSent'],
          invoke: {
            id: 'info',
            src: 'keepInfo',
            input: ({ context }) => context.draft.info,
            // Text typed meanwhile is not stored yet.
            onDone: [
              { guard: 'isAsSent', target: '#wizard.project', actions: ['markStored', 'markDone'] },
              { target: 'open', actions: ['markStored', 'keep'] },
            ],
            onError: { target: 'open', actions: failed('account.update') },
          },
        },
      },
    },
    project: {
      entry: entering('project'),
      initial: 'open',
      states: {
        open: {
          on: {
            NEXT: [
              { guard: 'isWrong', actions: 'show' },
              { guard: 'isStored', target: '#wizard.monitor', actions: 'markDone' },
              { target: 'saving' },
            ],
            BACK: '#wizard.info',
            SKIP: '#wizard.monitor',
            TO: jumps,
          },
        },
        saving: {
          tags: 'busy',
          entry: ['clearFailure', 'noteSent'],
          invoke: {
            id: 'project',
            src: 'keepProject',
            input: ({ context }) => context.draft.project,
            onDone: [
              { guard: 'isAsSent', target: '#wizard.monitor', actions: ['markStored', 'markDone'] },
              { target: 'open', actions: ['markStored', 'keep'] },
            ],
            onError: { target: 'open', actions: failed('project.update') },
          },
        },
      },
    },
    monitor: {
      entry: entering('monitor'),
      initial: 'open',
      states: {
        open: {
          initial: 'resting',
          on: {
            NEXT: [
              { guard: 'mayNotEdit', target: '#wizard.samples' },
              { guard: 'isMade', target: '#wizard.samples' },
              { guard: 'isWrong', actions: 'show' },
              { target: 'saving' },
            ],
            TRY: [{ guard: 'isWrong', actions: 'show' }, { target: '.starting' }],
            BACK: '#wizard.project',
            SKIP: '#wizard.samples',
            TO: jumps,
          },
          states: {
            resting: {},
            starting: {
              tags: 'trying',
              entry: 'noteTried',
              invoke: {
                id: 'start',
                src: 'startTrial',
                input: ({ context }) => ({
                  watch: watchOf(context.draft, context.locations),
                  locationId: context.draft.monitor.locations[0] ?? null,
                }),
                onDone: {
                  target: 'following',
                  actions: { type: 'noteTrialId', params: ({ event }) => ({ id: event.output.id }) },
                },
                onError: { target: 'resting', actions: failed('trial.start') },
              },
            },
            following: {
              tags: 'trying',
              invoke: {
                id: 'follow',
                src: 'followTrial',
                input: ({ context }) => ({ id: context.trialId ?? '', known: context.trial?.state ?? null }),
                onDone: [
                  {
                    guard: { type: 'isOver', params: ({ event }) => ({ trial: event.output }) },
                    target: 'resting',
                    actions: { type: 'keepTrial', params: ({ event }) => ({ trial: event.output }) },
                  },
                  {
                    target: 'following',
                    reenter: true,
                    actions: { type: 'keepTrial', params: ({ event }) => ({ trial: event.output }) },
                  },
                ],
                onError: { target: 'resting', actions: failed('trial.read') },
              },
            },
          },
        },
        saving: {
          tags: 'busy',
          entry: 'clearFailure',
          invoke: {
            id: 'watch',
            src: 'makeWatch',
            input: ({ context }) => watchOf(context.draft, context.locations),
            onDone: {
              target: '#wizard.samples',
              actions: [{ type: 'keepWatch', params: ({ event }) => ({ watch: event.output }) }, 'markDone'],
            },
            onError: { target: 'open', actions: failed('watch.create') },
          },
        },
      },
    },
    samples: {
      entry: entering('samples'),
      initial: 'open',
      states: {
        open: {
          on: {
            NEXT: [
              { guard: 'mayNotEdit', target: '#wizard.summary' },
              { guard: 'isMade', target: '#wizard.summary' },
              { target: 'saving' },
            ],
            BACK: '#wizard.monitor',
            SKIP: '#wizard.summary',
            TO: jumps,
          },
        },
        saving: {
          tags: 'busy',
          entry: 'clearFailure',
          invoke: {
            id: 'samples',
            src: 'installSamples',
            input: {},
            onDone: {
              target: '#wizard.summary',
              actions: [{ type: 'keepSamples', params: ({ event }) => ({ samples: event.output }) }, 'markDone'],
            },
            onError: { target: 'open', actions: failed('sample.import') },
          },
        },
      },
    },
    summary: {
      entry: entering('summary'),
      on: { NEXT: { target: 'left', actions: 'forget' }, BACK: 'samples', TO: jumps },
    },
    left: { type: 'final', entry: ['stopAsking', 'leave'] },
  },
})
