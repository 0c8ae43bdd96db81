import { bodyOfWatch } from '../../domain/monitors/watch.ts'
import { command } from '../core/command.ts'
import { methodChoices } from '../core/method-choices.ts'
import { oftenWords } from '../schedules/often.ts'

/** Watching an address by one line: monitor, condition and schedule. */
export const watchCommands = [
  command({
    id: 'watch.create',
    widens: oftenWords,
    words: 'watch address',
    title: 'Watch an address',
    pending: 'Creating',
    icon: 'monitor',
    effect: 'write',
    needs: 'edit',
    args: {
      url: '1 <= string <= 8192',
      'name?': '1 <= string <= 400',
      'method?': '1 <= string <= 32',
      'expect?': '100 <= number.integer <= 599',
      'frequency?': '1 <= number.integer <= 31536000',
      'locations?': 'string[] <= 1000',
    },
    of: { locations: 'location' },
    prompts: { expect: 'Which status is expected?' },
    choices: methodChoices,
    undo: 'calls',
    writes: ['watch.create'],
    async run({ frequency, ...watch }, world) {
      const { monitor, schedule } = await world.call('watch.create', {
        body: bodyOfWatch({ ...watch, everySeconds: frequency }),
      })
      // Before 0.6, watching named a schedule after its first monitor.
      const on = schedule.name === monitor.name ? '' : ` on “${schedule.name}”`
      world.tell(`“${monitor.name}” is watched${on}`)
      world.go('monitor', { callId: monitor.id })
    },
  }),
]
