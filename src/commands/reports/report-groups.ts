import { moved } from '../../domain/core/moved.ts'
import { command } from '../core/command.ts'
import { indexIn } from '../core/item-number.ts'
import { monitorName } from '../monitors/monitor-name.ts'
import { groupIndex, groupNamed, readStored, storeGroups } from './stored-report.ts'

const nth = '1 <= number.integer <= 50'

const prompts = { group: 'Which group?', row: 'Which row?' }
const shared = { pending: 'Saving', effect: 'write', needs: 'compose', writes: ['report.update'] } as const

/** Groups and rows of a report: the same edits as in its form, one at a time, on the stored report. */
export const reportGroupCommands = [
  command({
    ...shared,
    id: 'report.add',
    silences: false,
    words: 'add report-row',
    title: 'Add to report',
    pending: 'Adding',
    icon: 'report',
    args: { report: 'string', monitor: 'string', 'group?': '1 <= string <= 400', 'label?': '1 <= string <= 400' },
    of: { report: 'report', monitor: 'monitor' },
    prompts: { group: 'In which group, or in a new group of which name?', label: 'Under which label?' },
    undo: 'calls',
    async run({ report: id, monitor, group: named, label }, world) {
      const before = await readStored(world, id)
      const { groups } = before.report
      const at = named === undefined ? groups.length - 1 : (groupIndex(groups, named) ?? -1)
      const group = groups[at]
      const row = { call_id: monitor, ...(label !== undefined && { label }) }
      const name = monitorName(monitor, world)
      const told = `“${name}” is in “${before.meta.name}”`
      if (group?.rows.some((each) => each.call_id === monitor && each.dest_ip === null)) {
        world.tell(`“${name}” is in the group “${group.name}” already.`)
        return
      }
      const changed = group
        ? groups.with(at, {
            ...group,
            rows: [...group.rows, { id: world.newId(), label: null, dest_ip: null, ...row }],
          })
        : [...groups, { name: named ?? 'Monitors', rows: [row] }]
      await storeGroups(world, before, changed, told)
    },
  }),
  command({
    ...shared,
    id: 'report.remove-row',
    silences: false,
    words: 'remove report-row',
    title: 'Remove a row',
    icon: 'trash',
    args: { report: 'string', group: 'string', row: nth },
    of: { report: 'report' },
    prompts,
    undo: 'calls',
    async run({ report: id, group: named, row }, world) {
      const before = await readStored(world, id)
      const found = groupNamed(before, named, world)
      const index = found && indexIn(row, found.group.rows, `“${found.group.name}”`, 'row', world)
      if (!found || index === null) return
      const rows = found.group.rows.toSpliced(index, 1)
      const groups = before.report.groups.with(found.at, { ...found.group, rows })
      await storeGroups(world, before, groups, `Row ${row} of “${found.group.name}” removed`)
    },
  }),
  command({
    ...shared,
    id: 'report.move-row',
    silences: false,
    words: 'move report-row',
    title: 'Move a row',
    icon: 'down',
    args: { report: 'string', group: 'string', row: nth, to: nth, 'into?': 'string' },
    of: { report: 'report' },
    prompts: { ...prompts, to: 'To which position?', into: 'Into which group?' },
    undo: 'calls',
    async run({ report: id, group: named, row, to, into }, world) {
      const before = await readStored(world, id)
      const { groups } = before.report
      const from = groupNamed(before, named, world)
      const index = from && indexIn(row, from.group.rows, `“${from.group.name}”`, 'row', world)
      const target = into === undefined ? from : groupNamed(before, into, world)
      const one = index === null ? undefined : from?.group.rows[index]
      if (!from || !target || index === null || !one) return
      const told = `Row ${row} is now row ${to} of “${target.group.name}”`
      if (target.at === from.at) {
        const position = indexIn(to, from.group.rows, `“${from.group.name}”`, 'row', world)
        if (position === null) return
        const rows = [...moved(from.group.rows, index, position)]
        await storeGroups(world, before, groups.with(from.at, { ...from.group, rows }), told)
        return
      }
      const changed = groups
        .with(from.at, { ...from.group, rows: from.group.rows.toSpliced(index, 1) })
        .with(target.at, { ...target.group, rows: target.group.rows.toSpliced(to - 1, 0, one) })
      await storeGroups(world, before, changed, told)
    },
  }),
  command({
    ...shared,
    id: 'report.label-row',
    silences: false,
    words: 'label report-row',
    title: 'Label a row',
    icon: 'tag',
    args: { report: 'string', group: 'string', row: nth, 'label?': '1 <= string <= 400' },
    of: { report: 'report' },
    prompts: { ...prompts, label: 'Which label?' },
    undo: 'calls',
    async run({ report: id, group: named, row, label }, world) {
      const before = await readStored(world, id)
      const found = groupNamed(before, named, world)
      const index = found && indexIn(row, found.group.rows, `“${found.group.name}”`, 'row', world)
      const one = found && index !== null ? found.group.rows[index] : undefined
      if (!found || index === null || !one) return
      const rows = found.group.rows.with(index, { ...one, label: label ?? null })
      const told = label === undefined ? `Row ${row} has the name of its monitor` : `Row ${row} is “${label}”`
      await storeGroups(world, before, before.report.groups.with(found.at, { ...found.group, rows }), told)
    },
  }),
  command({
    ...shared,
    id: 'report.add-group',
    silences: false,
    words: 'add report-group',
    title: 'Add a group',
    icon: 'plus',
    args: { report: 'string', name: '1 <= string <= 400' },
    of: { report: 'report' },
    undo: 'calls',
    async run({ report: id, name }, world) {
      const before = await readStored(world, id)
      await storeGroups(world, before, [...before.report.groups, { name, rows: [] }], `Group “${name}” added`)
    },
  }),
  command({
    ...shared,
    id: 'report.rename-group',
    silences: false,
    words: 'rename report-group',
    title: 'Rename a group',
    icon: 'edit',
    args: { report: 'string', group: 'string', name: '1 <= string <= 400' },
    of: { report: 'report' },
    prompts,
    undo: 'calls',
    async run({ report: id, group: named, name }, world) {
      const before = await readStored(world, id)
      const found = groupNamed(before, named, world)
      if (!found) return
      const groups = before.report.groups.with(found.at, { ...found.group, name })
      await storeGroups(world, before, groups, `“${found.group.name}” is now “${name}”`)
    },
  }),
  command({
    ...shared,
    id: 'report.move-group',
    silences: false,
    words: 'move report-group',
    title: 'Move a group',
    icon: 'down',
    args: { report: 'string', group: 'string', to: '1 <= number.integer <= 20' },
    of: { report: 'report' },
    prompts: { ...prompts, to: 'To which position?' },
    undo: 'calls',
    async run({ report: id, group: named, to }, world) {
      const before = await readStored(world, id)
      const { groups } = before.report
      const found = groupNamed(before, named, world)
      const position = found && indexIn(to, groups, `“${before.meta.name}”`, 'group', world)
      if (!found || position === null) return
      await storeGroups(world, before, moved(groups, found.at, position), `“${found.group.name}” is now group ${to}`)
    },
  }),
  command({
    ...shared,
    id: 'report.remove-group',
    silences: false,
    words: 'remove report-group',
    title: 'Remove a group',
    icon: 'trash',
    args: { report: 'string', group: 'string' },
    of: { report: 'report' },
    prompts,
    undo: 'calls',
    async run({ report: id, group: named }, world) {
      const before = await readStored(world, id)
      const found = groupNamed(before, named, world)
      if (!found) return
      const groups = before.report.groups.toSpliced(found.at, 1)
      await storeGroups(world, before, groups, `Group “${found.group.name}” removed`)
    },
  }),
]
