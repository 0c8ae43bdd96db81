import type { Shape } from '../../contract/core/endpoint.ts'
import { objective, threshold } from '../../contract/objectives/objectives.ts'
import { METRIC_FACTS, unitOf, usualMeasure } from '../../domain/objectives/metric-facts.ts'
import { objectiveWords, thresholdWords } from '../../domain/objectives/objective-words.ts'
import { command } from '../core/command.ts'
import type { World } from '../core/world.ts'

type Objective = Shape<typeof objective>
type Threshold = Shape<typeof threshold>
type Change = {
  readonly include_tags: string[]
  readonly exclude_tags: string[]
  readonly objectives: readonly Objective[]
  readonly thresholds: readonly Threshold[]
}

/** Saves a change of the objectives as they are stored now. */
const save = async (world: World, change: (before: Change) => Partial<Change>): Promise<void> => {
  const { last_update: readAt, ...before } = await world.call('objective.read', {})
  const { objectives, thresholds, ...tags } = { ...before, ...change(before) }
  await world.call('objective.replace', {
    body: { ...tags, objectives: [...objectives], thresholds: [...thresholds], if_last_update: readAt },
  })
}

const known = (world: World) => world.known('objective.read', {})

const metrics = () =>
  Object.entries(METRIC_FACTS).map(([value, { words, unit }]) => ({ value, note: `${words}, ${unit}` }))

const objectivesOf = (world: World) =>
  (known(world)?.objectives ?? []).map((one) => ({ value: one.id, note: objectiveWords(one) }))

const thresholdsOf = (world: World) =>
  (known(world)?.thresholds ?? []).map((one) => ({ value: one.id, note: thresholdWords(one) }))

const withoutRow = <Row extends { readonly id?: string | undefined }>(
  rows: readonly Row[],
  id: string,
  noun: string,
): readonly Row[] => {
  if (!rows.some((row) => row.id === id)) throw new Error(`There is no ${noun} “${id}”.`)
  return rows.filter((row) => row.id !== id)
}

/** Service level objectives. */
export const objectiveCommands = [
  command({
    id: 'objective.add',
    silences: false,
    words: 'add objective',
    title: 'Add objective',
    pending: 'Adding',
    icon: 'plus',
    effect: 'write',
    needs: 'govern',
    args: {
      metric: objective.metric,
      measure: objective.measure,
      comparator: objective.comparator,
      value: 'number',
      period: objective.period,
      'description?': 'string <= 1500',
    },
    prompts: {
      metric: 'Which metric?',
      measure: 'Which measure?',
      comparator: 'Which comparison?',
      value: 'Compared with which value?',
      period: 'Over which period?',
    },
    choices: { metric: metrics },
    undo: 'calls',
    writes: ['objective.replace'],
    async run(given, world) {
      const added = { ...given, unit: unitOf(given.metric, given.measure) }
      await save(world, ({ objectives }) => ({ objectives: [...objectives, added] }))
      world.tell(`Objective added: ${objectiveWords(added)}`)
    },
  }),
  command({
    id: 'objective.remove',
    words: 'remove objective',
    title: 'Remove objective',
    pending: 'Removing',
    icon: 'trash',
    effect: 'write',
    needs: 'govern',
    args: { objective: '1 <= string <= 64' },
    prompts: { objective: 'Which objective?' },
    choices: { objective: objectivesOf },
    undo: 'calls',
    writes: ['objective.replace'],
    async run({ objective }, world) {
      await save(world, ({ objectives }) => ({ objectives: withoutRow(objectives, objective, 'objective') }))
      world.tell('Objective removed')
    },
  }),
  command({
    id: 'threshold.add',
    silences: false,
    words: 'add threshold',
    title: 'Add threshold',
    pending: 'Adding',
    icon: 'plus',
    effect: 'write',
    needs: 'govern',
    args: {
      metric: threshold.metric,
      delta: 'number',
      unit: threshold.unit,
      period: threshold.period,
      'measure?': objective.measure,
      'description?': 'string <= 1500',
    },
    prompts: {
      metric: 'Which metric?',
      delta: 'How much may it rise, or with a minus fall?',
      unit: 'In which unit?',
      period: 'Over which period?',
      measure: 'Which measure?',
    },
    choices: { metric: metrics },
    undo: 'calls',
    writes: ['objective.replace'],
    async run(given, world) {
      const added = { ...given, measure: given.measure ?? usualMeasure(given.metric) }
      await save(world, ({ thresholds }) => ({ thresholds: [...thresholds, added] }))
      world.tell(`Threshold added: ${thresholdWords(added)}`)
    },
  }),
  command({
    id: 'threshold.remove',
    words: 'remove threshold',
    title: 'Remove threshold',
    pending: 'Removing',
    icon: 'trash',
    effect: 'write',
    needs: 'govern',
    args: { threshold: '1 <= string <= 64' },
    prompts: { threshold: 'Which threshold?' },
    choices: { threshold: thresholdsOf },
    undo: 'calls',
    writes: ['objective.replace'],
    async run({ threshold }, world) {
      await save(world, ({ thresholds }) => ({ thresholds: withoutRow(thresholds, threshold, 'threshold') }))
      world.tell('Threshold removed')
    },
  }),
  command({
    id: 'slo.scope',
    words: 'set objective-tags',
    title: 'Tags of the objectives',
    pending: 'Saving',
    icon: 'target',
    effect: 'write',
    needs: 'govern',
    needsOption: true,
    args: { 'include_tags?': 'string[] <= 50', 'exclude_tags?': 'string[] <= 50' },
    prompts: { include_tags: 'For monitors with which tags?', exclude_tags: 'Without which tags?' },
    undo: 'calls',
    writes: ['objective.replace'],
    async run({ include_tags, exclude_tags }, world) {
      await save(world, () => ({ ...(include_tags && { include_tags }), ...(exclude_tags && { exclude_tags }) }))
      world.tell('Tags of the objectives saved')
    },
  }),
  command({
    id: 'slo.remove',
    words: 'delete objectives',
    title: 'Delete objectives',
    pending: 'Deleting',
    icon: 'trash',
    effect: 'destroy',
    needs: 'govern',
    args: {},
    confirm: (_, world) => {
      const { objectives = [], thresholds = [] } = known(world) ?? {}
      return {
        question: 'Delete the objectives of this project permanently?',
        effects: [
          `${objectives.length} ${objectives.length === 1 ? 'objective' : 'objectives'} and ${thresholds.length} ${thresholds.length === 1 ? 'threshold' : 'thresholds'}`,
          'Results and statistics stay',
        ],
        word: 'objectives',
        name: 'objectives',
        button: 'Delete objectives',
      }
    },
    writes: ['objective.remove'],
    async run(_, world) {
      await world.call('objective.remove', {})
      world.tell('Objectives deleted')
    },
  }),
]
