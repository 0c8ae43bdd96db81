import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { wholeBetween } from '../../contract/core/notation.ts'
import { BODY_DAYS, RESULT_DAYS } from '../../contract/core/retention-days.ts'
import { bandProblems, type ScoreBands } from '../../domain/core/score-bands.ts'
import { counted } from '../core/bulk-words.ts'
import { command } from '../core/command.ts'
import { slugOf } from '../core/naming.ts'
import type { World } from '../core/world.ts'

const idOf = ({ project }: World): string => {
  if (!project) throw new Error('Choose a project first.')
  return project.id
}

const change = async (
  world: World,
  body: {
    name?: string
    tags?: string[]
    alert_on_manual_runs?: boolean
    result_days?: number
    body_days?: number
    score_bands?: ScoreBands
  },
): Promise<void> => {
  await world.call('project.update', { params: { id: idOf(world) }, body })
  world.send('project', { type: 'REFRESH' })
}

const lost = (world: World): readonly string[] => {
  const monitors = world.entities('monitor').length
  const schedules = world.entities('schedule').length
  return [
    `${counted(monitors, 'monitor')} with all results and statistics`,
    `${counted(schedules, 'schedule')}: they no longer run`,
    'Webhooks, alerts and API keys: programs are refused at once',
    'All members lose access to it',
  ]
}

/** Results of all days of a month are there for its score if they are kept for longer than this, in days. */
const MONTH_DAYS = 32

type Lost = AnswerOf<ProductContract['project.expiring']>

const amount = ({ count, more }: Lost['results'], noun: string): string =>
  more ? `more than ${counted(count, noun)}` : counted(count, noun)

/** Says what a retention deletes; with numbers where they are known. */
export const deletedBy = (
  { result_days, body_days }: { readonly result_days: number; readonly body_days: number },
  lost: Lost | undefined,
): readonly string[] => [
  `Results of more than ${counted(result_days, 'day')} ago are deleted${lost ? `: ${amount(lost.results, 'result')}` : ''}`,
  `Requests, responses, logs and pictures of more than ${counted(Math.min(body_days, result_days), 'day')} ago are deleted${
    lost ? `: those of ${amount(lost.details, 'result')}` : ''
  }`,
  ...(result_days < MONTH_DAYS ? ['Scores of weeks and months are computed from the results that are left'] : []),
  'Statistics stay. Reports that agents send later than that are refused',
]

/** The settings of the open project. */
export const projectSettingsCommands = [
  command({
    id: 'project.update',
    words: 'change project',
    title: 'Change project',
    pending: 'Saving',
    icon: 'settings',
    effect: 'write',
    needs: 'manage',
    needsOption: true,
    silences: { except: ['name', 'tags'] },
    args: { 'name?': '1 <= string <= 400', 'tags?': 'string[] <= 50', 'alert_on_manual_runs?': 'boolean' },
    prompts: { alert_on_manual_runs: 'Alert on manual runs?' },
    undo: 'calls',
    writes: ['project.update'],
    async run(args, world) {
      await change(world, args)
      world.tell('Project saved')
    },
  }),
  command({
    id: 'project.rename',
    silences: false,
    words: 'rename project',
    title: 'Rename project',
    pending: 'Saving',
    icon: 'edit',
    effect: 'write',
    needs: 'manage',
    args: { name: '1 <= string <= 400' },
    undo: 'calls',
    writes: ['project.update'],
    async run({ name }, world) {
      const before = world.project?.name ?? ''
      await change(world, { name })
      world.tell(`Project “${before}” renamed to “${name.trim()}”`)
    },
  }),
  command({
    id: 'project.alert-on-manual-runs',
    words: 'alert on-manual-runs',
    title: 'Alert on manual runs',
    pending: 'Saving',
    icon: 'bell',
    effect: 'write',
    needs: 'manage',
    args: { on: 'boolean' },
    prompts: { on: 'Alert on manual runs?' },
    asks: ({ on }) => (on ? 'Alert on manual runs from now on?' : 'No longer alert on manual runs?'),
    undo: 'calls',
    writes: ['project.update'],
    async run({ on }, world) {
      await change(world, { alert_on_manual_runs: on })
      world.tell(on ? 'Manual runs now alert' : 'Manual runs no longer alert')
    },
  }),
  command({
    id: 'project.score-bands',
    widens: 'Scores are rated by them everywhere, also in reports that are public.',
    silences: false,
    words: 'set score-bands',
    aliases: ['score bands', 'score colours'],
    title: 'Change score bands',
    pending: 'Saving',
    icon: 'settings',
    effect: 'write',
    needs: 'manage',
    args: { warning: '0 < number < 10', good: '0 < number <= 10' },
    prompts: { warning: 'Below which score is a monitor unacceptable?', good: 'From which score on is it healthy?' },
    undo: 'calls',
    writes: ['project.update'],
    async run({ warning, good }, world) {
      const [problem] = bandProblems({ warning, good })
      if (problem) throw new Error(problem.message)
      await change(world, { score_bands: { warning, good } })
      world.tell(`Scores are green from ${good}, amber from ${warning}, red below`)
    },
  }),
  command({
    id: 'project.retention',
    words: 'keep results',
    title: 'Change retention',
    pending: 'Saving',
    icon: 'settings',
    effect: 'destroy',
    needs: 'manage',
    needsOption: true,
    args: {
      'days?': wholeBetween({ least: 1, most: RESULT_DAYS }),
      'details?': wholeBetween({ least: 1, most: BODY_DAYS }),
    },
    prompts: {
      days: 'For how many days are results kept?',
      details: 'For how many days are requests and responses kept?',
    },
    confirm: ({ days, details }, world) => {
      const id = idOf(world)
      const now = world.known('project.read', { params: { id } })?.settings
      const wanted = {
        result_days: days ?? now?.result_days ?? RESULT_DAYS,
        body_days: details ?? now?.body_days ?? BODY_DAYS,
      }
      const isShorter = !now || wanted.result_days < now.result_days || wanted.body_days < now.body_days
      if (!isShorter) return null
      const lost = world.known('project.expiring', { params: { id }, query: wanted })
      return {
        question: `Keep results for ${counted(wanted.result_days, 'day')}?`,
        effects: deletedBy(wanted, lost),
        word: 'delete',
        button: 'Delete earlier results',
      }
    },
    writes: ['project.update'],
    async run({ days, details }, world) {
      await change(world, {
        ...(days !== undefined && { result_days: days }),
        ...(details !== undefined && { body_days: details }),
      })
      world.tell('Retention changed')
    },
  }),
  command({
    id: 'project.remove',
    words: 'delete project',
    title: 'Delete project',
    pending: 'Deleting',
    icon: 'trash',
    effect: 'destroy',
    needs: 'own',
    args: {},
    confirm: (_, world) => {
      const { id = '', name = '' } = world.project ?? {}
      return {
        question: `Delete the project “${name}” permanently?`,
        effects: lost(world),
        word: slugOf(name).slice(0, 40).replace(/-$/, '') || id,
        name,
        button: 'Delete project',
      }
    },
    writes: ['project.remove'],
    async run(_, world) {
      const id = idOf(world)
      const name = world.project?.name ?? ''
      await world.call('project.remove', { params: { id } })
      world.go('collections')
      world.send('project', { type: 'LEFT', id })
      world.tell(`“${name}” deleted`)
    },
  }),
]
