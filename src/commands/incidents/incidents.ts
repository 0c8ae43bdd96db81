import { oneOf } from '../../contract/core/notation.ts'
import { IMPACTS } from '../../contract/incidents/incident-words.ts'
import { counted } from '../core/bulk-words.ts'
import { type Command, command } from '../core/command.ts'
import { slugOf } from '../core/naming.ts'
import { knownIncident, titleOf } from './known-incident.ts'

const of = { incident: 'incident' } as const

/** Commands that open, change and delete incidents. */
export const incidentCommands: readonly Command[] = [
  command({
    id: 'incident.new',
    words: 'new incident',
    title: 'Open incident',
    icon: 'plus',
    keys: 'n',
    keysFor: 'incident',
    needs: 'govern',
    args: {},
    run: (_, world) => world.go('incidents', {}, { new: 'yes' }),
  }),
  command({
    id: 'incident.close-form',
    words: 'close incident-form',
    title: 'Cancel',
    hidden: true,
    args: {},
    run(_, world) {
      const { incidentId } = world.place?.params ?? {}
      if (incidentId) world.go('incident', { incidentId })
      else world.go('incidents')
    },
  }),
  command({
    id: 'incident.create',
    words: 'create incident',
    aliases: ['declare incident'],
    title: 'Open incident',
    pending: 'Opening',
    icon: 'plus',
    effect: 'write',
    needs: 'govern',
    args: {
      title: '1 <= string <= 200',
      'impact?': oneOf(IMPACTS),
      'monitor?': 'string',
      'cause?': 'string <= 5000',
      'begun?': 'string <= 40',
    },
    of: { monitor: 'monitor' },
    prompts: {
      title: 'What is wrong, in a few words?',
      impact: 'How bad is it?',
      cause: 'What is the cause?',
      begun: 'When did it begin, as 2026-01-05T10:00:00Z?',
    },
    writes: ['incident.create'],
    async run({ title, impact, monitor, cause, begun }, world) {
      const made = await world.call('incident.create', {
        body: {
          title,
          ...(impact && { impact }),
          ...(cause !== undefined && { cause }),
          ...(begun !== undefined && { begun }),
          ...(monitor !== undefined && { monitors: [{ id: monitor }] }),
        },
      })
      world.tell(`“${made.title}” opened`)
      world.go('incident', { incidentId: made.id })
    },
  }),
  command({
    id: 'incident.edit',
    words: 'edit incident',
    title: 'Edit',
    icon: 'edit',
    keys: 'e',
    keyScope: 'object',
    needs: 'govern',
    args: { incident: 'string' },
    of,
    run: ({ incident }, world) => world.go('incident', { incidentId: incident }, { edit: 'yes' }),
  }),
  command({
    id: 'incident.update',
    silences: false,
    words: 'change incident',
    title: 'Save incident',
    pending: 'Saving',
    icon: 'edit',
    effect: 'write',
    needs: 'govern',
    args: {
      incident: 'string',
      'title?': '1 <= string <= 200',
      'impact?': oneOf(IMPACTS),
      'cause?': 'string <= 5000',
      'cause_public?': 'boolean',
      'begun?': 'string <= 40',
    },
    of,
    prompts: {
      title: 'Which title?',
      impact: 'How bad is it?',
      cause: 'What is the cause?',
      cause_public: 'Show the cause in public?',
      begun: 'When did it begin, as 2026-01-05T10:00:00Z?',
    },
    needsOption: true,
    done: 'changed',
    undo: 'calls',
    writes: ['incident.update'],
    async run({ incident: id, ...body }, world) {
      await world.call('incident.update', { params: { id }, body })
    },
  }),
  command({
    id: 'incident.add-monitor',
    silences: false,
    words: 'add incident-monitor',
    aliases: ['name incident-monitor'],
    title: 'Add monitor',
    pending: 'Adding',
    icon: 'plus',
    effect: 'write',
    needs: 'govern',
    args: { incident: 'string', monitor: 'string', 'public_name?': 'string <= 200' },
    of: { ...of, monitor: 'monitor' },
    prompts: {
      monitor: 'Which monitor is affected?',
      public_name: 'Which name has it in public (empty: it is not shown)?',
    },
    done: 'has another monitor',
    undo({ incident, monitor, public_name }, world) {
      const before = knownIncident(incident, world)?.monitors
      if (before === undefined) return undefined
      if (!before.some((each) => each.id === monitor))
        return { id: 'incident.remove-monitor', args: { incident, monitor } }
      // Its public name may be another one now.
      return public_name === undefined ? null : undefined
    },
    writes: ['incident.update'],
    async run({ incident: id, monitor, public_name }, world) {
      const named = { id: monitor, ...(public_name !== undefined && { public_name: public_name.trim() || null }) }
      await world.call('incident.update', { params: { id }, body: { monitors: [named] } })
    },
  }),
  command({
    id: 'incident.remove-monitor',
    silences: false,
    words: 'remove incident-monitor',
    title: 'Remove',
    pending: 'Removing',
    icon: 'close',
    effect: 'write',
    needs: 'govern',
    args: { incident: 'string', monitor: 'string' },
    of: { ...of, monitor: 'monitor' },
    prompts: { monitor: 'Which monitor was not affected?' },
    done: 'has one monitor less',
    undo({ incident, monitor }, world) {
      const known = knownIncident(incident, world)?.monitors
      if (known === undefined) return undefined
      const before = known.find((each) => each.id === monitor)
      const args = { incident, monitor, public_name: before?.public_name ?? '' }
      return before ? { id: 'incident.add-monitor', args } : null
    },
    writes: ['incident.update'],
    async run({ incident: id, monitor }, world) {
      await world.call('incident.update', { params: { id }, body: { remove_monitors: [monitor] } })
    },
  }),
  command({
    id: 'incident.remove',
    words: 'delete incident',
    title: 'Delete',
    pending: 'Deleting',
    icon: 'trash',
    effect: 'destroy',
    needs: 'govern',
    keys: '#',
    keyScope: 'object',
    args: { incident: 'string' },
    of,
    done: 'deleted',
    confirm({ incident: id }, world) {
      const known = knownIncident(id, world)
      const name = titleOf(id, world)
      return {
        question: `Delete “${name}” permanently?`,
        effects: [
          'Its updates, and what was merged into it, are deleted',
          ...(known && known.monitor_count > 0
            ? [`Results and messages of ${counted(known.monitor_count, 'monitor')} stay`]
            : []),
          ...(known?.published ? ['Its public report is no longer found'] : []),
        ],
        word: slugOf(name).slice(0, 24).replace(/-$/, '') || 'delete',
        name,
        button: 'Delete incident',
      }
    },
    writes: ['incident.remove'],
    async run({ incident: id }, world) {
      await world.call('incident.remove', { params: { id } })
      if (world.place?.params.incidentId === id) world.go('incidents')
    },
  }),
]
