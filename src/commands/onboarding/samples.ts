import { problemSampleCount, SAMPLE_TAG } from '../../domain/onboarding/sample-monitors.ts'
import { counted } from '../core/bulk-words.ts'
import { command } from '../core/command.ts'
import type { World } from '../core/world.ts'

/** What of the samples is in the project, as far as the lists are loaded. */
const installed = (world: World): readonly string[] => {
  const monitors = world.known('monitor.list', {})?.data.filter(({ meta }) => meta.tags.includes(SAMPLE_TAG)) ?? []
  return monitors.length === 0
    ? ['The sample monitors and their schedule are deleted']
    : [`${counted(monitors.length, 'sample monitor')} and the sample schedule are deleted`]
}

/** Something to learn with. */
export const sampleCommands = [
  command({
    id: 'sample.import',
    widens: 'Some of its monitors fail on purpose: the alerts for all monitors notify their recipients.',
    silences: false,
    words: 'import sample',
    title: 'Install sample monitors',
    pending: 'Installing',
    icon: 'import',
    effect: 'write',
    needs: 'edit',
    args: { 'kind?': "'basic' | 'workflows'" },
    prompts: { kind: 'Which samples?' },
    choices: {
      kind: () => [
        { value: 'basic', note: `monitors, ${problemSampleCount} of them failing on purpose` },
        { value: 'workflows', note: 'a workflow that signs in and uses a token' },
      ],
    },
    writes: ['sample.import'],
    async run({ kind }, world) {
      const { project } = world
      if (!project) return
      const { projects } = await world.call('sample.import', {
        body: { project_ids: [project.id], ...(kind && { kind }) },
      })
      const made = projects.flatMap(({ created }) => created).filter(({ type }) => type === 'monitor').length
      world.tell(
        made === 0 ? 'The sample monitors are already installed' : `${counted(made, 'sample monitor')} installed`,
      )
    },
  }),
  command({
    id: 'sample.remove',
    words: 'remove sample',
    title: 'Remove sample monitors',
    pending: 'Removing',
    icon: 'trash',
    effect: 'destroy',
    needs: 'edit',
    args: {},
    confirm: (_, world) => ({
      question: 'Remove the sample monitors permanently?',
      effects: [...installed(world), `Monitors without the tag ${SAMPLE_TAG} stay`, 'Results stay until they expire'],
      word: SAMPLE_TAG,
      button: 'Remove sample',
    }),
    writes: ['sample.remove'],
    async run(_, world) {
      const { removed } = await world.call('sample.remove', {})
      const monitors = removed.filter(({ type }) => type === 'monitor').length
      world.tell(
        monitors === 0 ? 'There was no sample monitor to remove' : `${counted(monitors, 'sample monitor')} removed`,
      )
    },
  }),
]
