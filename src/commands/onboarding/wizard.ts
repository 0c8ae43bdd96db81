import { WIZARD_STEPS } from '../../domain/onboarding/wizard-rules.ts'
import { command } from '../core/command.ts'
import type { WizardStepEvent } from '../core/machine-events.ts'
import type { World } from '../core/world.ts'

const isHere = ({ place }: World): boolean => place?.name === 'getting-started'

/** The events that hold nothing but their type. */
type Plain = Exclude<WizardStepEvent, { readonly type: 'TO' }>

/** A command that sends an event to the screen of getting started. */
const step = (id: string, words: string, title: string, type: Plain['type'], icon?: string) =>
  command({
    id: `wizard.${id}`,
    words,
    title,
    ...(icon && { icon }),
    args: {},
    when: isHere,
    run: (_, world) => world.send('screen', { type }),
  })

const here = { keyScope: 'form', keysOn: 'getting-started' } as const

/** Getting started: going on, back and elsewhere. What a step stores is stored by the chart, by the endpoints of the commands that do the same. */
export const wizardCommands = [
  // In a field, Enter sends the form, which is the same.
  { ...step('next', 'continue set-up', 'Continue', 'NEXT', 'chevron-right'), keys: 'Enter', ...here },
  step('back', 'step back', 'Back', 'BACK', 'chevron-left'),
  step('skip', 'skip step', 'Skip this step', 'SKIP'),
  step('try', 'test address', 'Run test', 'TRY', 'play'),
  { ...step('leave', 'leave set-up', 'Leave set-up', 'LEAVE', 'close'), keys: 'Escape', ...here },
  step('stay', 'stay in set-up', 'Stay here', 'STAY'),
  step('leave-anyway', 'leave set-up anyway', 'Leave set-up', 'LEAVE_ANYWAY'),
  command({
    id: 'wizard.go',
    words: 'go to step',
    title: 'Go to step',
    args: { step: "'info' | 'project' | 'monitor' | 'samples' | 'summary'" },
    prompts: { step: 'Which step?' },
    choices: { step: () => WIZARD_STEPS.map((value) => ({ value })) },
    when: isHere,
    run: ({ step }, world) => world.send('screen', { type: 'TO', step }),
  }),
]
