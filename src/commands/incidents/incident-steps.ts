import { oneOf } from '../../contract/core/notation.ts'
import { INCIDENT_STATES } from '../../contract/incidents/incident-words.ts'
import { counted, nounsOf } from '../core/bulk-words.ts'
import { type Command, type Confirmation, command } from '../core/command.ts'
import type { World } from '../core/world.ts'
import { knownIncident, mayBeOver, mayRun, titleOf } from './known-incident.ts'

const of = { incident: 'incident' } as const
const words = { text: 'What is there to say?', public: 'Is it for the public?' } as const

/** The question before an incident is resolved that the public reads, or whose monitors still fail; null for others. */
const resolving = (id: string, world: World): Confirmation | null => {
  const known = knownIncident(id, world)
  const failing = known?.failing_count ?? 0
  if (known && known.published === null && failing === 0) return null
  return {
    question: `Resolve “${titleOf(id, world)}”?`,
    effects: [
      ...(failing > 0 ? [`${counted(failing, nounsOf('monitor'))} still ${failing === 1 ? 'fails' : 'fail'}`] : []),
      ...(known?.published === null
        ? []
        : [`${known ? 'Its' : 'If it is published, its'} public report and the status page say “Resolved” at once`]),
      'It can be reopened',
    ],
    word: null,
    button: 'Resolve',
    reversible: true,
  }
}

/** Commands that move an incident on, merge it, and publish it. */
export const incidentStepCommands: readonly Command[] = [
  command({
    id: 'incident.post',
    // A state may say that it is over.
    silences: { except: ['text', 'public'] },
    words: 'post incident-update',
    aliases: ['update incident'],
    title: 'Post update',
    pending: 'Posting',
    icon: 'edit',
    effect: 'write',
    needs: 'govern',
    args: {
      incident: 'string',
      text: '1 <= string <= 5000',
      'state?': oneOf(INCIDENT_STATES),
      'public?': 'boolean',
    },
    of,
    prompts: { ...words, state: 'Which state is it in?' },
    writes: ['incident.post'],
    async run({ incident: id, ...body }, world) {
      await world.call('incident.post', { params: { id }, body })
      world.tell('Update posted')
    },
  }),
  command({
    id: 'incident.resolve',
    words: 'resolve incident',
    title: 'Resolve',
    pending: 'Resolving',
    icon: 'check',
    effect: 'write',
    needs: 'govern',
    keys: 'r',
    keyScope: 'object',
    args: { incident: 'string', 'text?': '1 <= string <= 5000', 'public?': 'boolean' },
    of,
    prompts: words,
    already: ({ incident = '' }, world) => (mayRun(incident, world) ? null : 'is resolved already'),
    done: 'resolved',
    confirm: ({ incident: id }, world) => resolving(id, world),
    undo: ({ incident }) => ({ id: 'incident.reopen', args: { incident } }),
    writes: ['incident.resolve'],
    run: async ({ incident: id, ...body }, world) =>
      (await world.call('incident.resolve', { params: { id }, body })).title,
  }),
  command({
    id: 'incident.reopen',
    widens:
      'The project sees the outage as going on, and outages that follow soon may join this incident instead of opening one.',
    silences: false,
    words: 'reopen incident',
    title: 'Reopen',
    pending: 'Reopening',
    icon: 'reload',
    effect: 'write',
    needs: 'govern',
    args: { incident: 'string', 'text?': '1 <= string <= 5000', 'public?': 'boolean' },
    of,
    prompts: words,
    already: ({ incident = '' }, world) => (mayBeOver(incident, world) ? null : 'is open already'),
    done: 'reopened',
    writes: ['incident.reopen'],
    run: async ({ incident: id, ...body }, world) =>
      (await world.call('incident.reopen', { params: { id }, body })).title,
  }),
  command({
    id: 'incident.merge',
    words: 'merge incident',
    title: 'Merge into another',
    pending: 'Merging',
    icon: 'import',
    effect: 'destroy',
    needs: 'govern',
    args: { incident: 'string', into: 'string' },
    of: { ...of, into: 'incident' },
    prompts: { incident: 'Which incident is part of another?', into: 'Into which incident?' },
    confirm({ incident: id, into }, world) {
      return {
        question: `Merge “${titleOf(id, world)}” into “${titleOf(into, world)}”?`,
        effects: [
          'Its monitors and updates move there, and its address leads there',
          ...(knownIncident(id, world)?.published
            ? ['Its public report is that of the other incident, if that one is published']
            : []),
          'They cannot be separated again',
        ],
        word: null,
        button: 'Merge incidents',
      }
    },
    writes: ['incident.merge'],
    async run({ incident: id, into }, world) {
      const merged = await world.call('incident.merge', { params: { id }, body: { into } })
      world.tell(`Merged into “${merged.title}”`)
      if (world.place?.params.incidentId === id) world.go('incident', { incidentId: into })
    },
  }),
  command({
    id: 'incident.publish',
    words: 'publish incident',
    title: 'Publish',
    pending: 'Publishing',
    icon: 'globe',
    effect: 'write',
    needs: 'publish',
    silences: false,
    args: { incident: 'string' },
    of,
    already: ({ incident = '' }, world) => (knownIncident(incident, world)?.published ? 'is public already' : null),
    done: 'published',
    confirm: ({ incident: id }, world) => ({
      question: `Publish “${titleOf(id, world)}”?`,
      effects: [
        'Everyone can read its title, its public updates and its monitors on the status page',
        'It can be withdrawn again',
      ],
      word: null,
      button: 'Publish',
      reversible: true,
    }),
    undo: ({ incident }) => ({ id: 'incident.unpublish', args: { incident } }),
    writes: ['incident.publish'],
    run: async ({ incident: id }, world) => (await world.call('incident.publish', { params: { id }, body: {} })).title,
  }),
  command({
    id: 'incident.unpublish',
    words: 'unpublish incident',
    aliases: ['withdraw incident'],
    title: 'Withdraw from the public',
    pending: 'Withdrawing',
    icon: 'lock',
    effect: 'destroy',
    needs: 'publish',
    args: { incident: 'string' },
    of,
    already: ({ incident = '' }, world) =>
      knownIncident(incident, world)?.published === null ? 'is not public' : null,
    done: 'withdrawn from the public',
    confirm: ({ incident: id }, world) => ({
      question: `Withdraw “${titleOf(id, world)}” from the public?`,
      effects: ['Everyone with its public address is told that there is no such report', 'It can be published again'],
      word: null,
      button: 'Withdraw',
    }),
    writes: ['incident.unpublish'],
    run: async ({ incident: id }, world) =>
      (await world.call('incident.unpublish', { params: { id }, body: {} })).title,
  }),
  command({
    id: 'incident.show-public',
    words: 'show public-incident',
    aliases: ['open incident-report'],
    title: 'Public report',
    icon: 'globe',
    needs: 'see',
    args: { incident: 'string' },
    of,
    fits: (id, world) => knownIncident(id, world)?.published !== null,
    run: ({ incident }, world) => world.go('public-incident', { incidentId: incident }),
  }),
]
