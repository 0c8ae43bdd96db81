import type { Trial } from '../../../machines/runs/trial.ts'
import { command } from '../core/command.ts'
import { methodChoices } from '../core/method-choices.ts'
import type { World } from '../core/world.ts'

export type { Trial } from '../../../machines/runs/trial.ts'

/** Follows a trial until it is over, and tells each state before; each answer comes as soon as there is news. */
export const followTrial = async (
  id: string,
  world: Pick<World, 'call'>,
  onState: (state: 'queued' | 'running') => void = () => {},
): Promise<Trial> => {
  let known: 'queued' | 'running' | undefined
  for (;;) {
    const trial = await world.call('trial.read', { params: { id }, query: known ? { known } : {} })
    if (trial.state === 'done' || trial.state === 'lost') return trial
    known = trial.state
    onState(known)
  }
}

/** The outcome of a finished trial as a sentence. */
export const sentenceOfTrial = ({ outcome, location_id }: Trial): string => {
  if (!outcome) return `No agent at ${location_id} picked up the run within a minute.`
  const { result_category, http_code, timing, detail } = outcome
  const ms = `${Math.round(timing.total)} ms`
  if (http_code !== null) return `${result_category}: ${http_code} in ${ms} from ${location_id}.`
  // An exception is in sentences of its own.
  return `${result_category} after ${ms} from ${location_id}: ${detail.exception ?? 'no answer.'}`
}

/** The category of the message about a finished trial; none where it passed. */
export const lookOfTrial = ({ outcome }: Trial): { readonly category?: 'WARNING' | 'FAIL' } => {
  if (!outcome || outcome.result_category === 'FAIL') return { category: 'FAIL' }
  return outcome.result_category === 'PASS' ? {} : { category: 'WARNING' }
}

/** Calling an address once, without a monitor. */
export const trialCommands = [
  command({
    id: 'trial.start',
    words: 'try address',
    title: 'Run test',
    pending: 'Running',
    icon: 'play',
    effect: 'write',
    needs: 'edit',
    args: {
      url: '1 <= string <= 8192',
      'method?': '1 <= string <= 32',
      'location?': 'string',
    },
    of: { location: 'location' },
    choices: methodChoices,
    writes: ['trial.start'],
    async run({ url, method, location }, world) {
      const { id } = await world.call('trial.start', {
        body: { request: { url, method: method ?? 'GET' }, location_id: location ?? null },
      })
      const trial = await followTrial(id, world)
      world.tell(sentenceOfTrial(trial), lookOfTrial(trial))
    },
  }),
]
