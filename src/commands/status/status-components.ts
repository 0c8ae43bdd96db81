import { moved } from '../../domain/core/moved.ts'
import { command } from '../core/command.ts'
import { indexIn } from '../core/item-number.ts'
import type { World } from '../core/world.ts'
import { monitorName } from '../monitors/monitor-name.ts'
import { changing, type StoredStatusPage, saveStatusPage } from './stored-page.ts'

type Component = StoredStatusPage['components'][number]

const nth = '1 <= number.integer <= 50'
const OWNER = 'The status page'

const numbered = (world: World) =>
  (world.known('status-page.read', {})?.components ?? []).map(({ name, group }, index) => ({
    value: String(index + 1),
    note: group === '' ? name : `${group}: ${name}`,
  }))

/** Saves a change of the component with a number. Says what was done, if there is such a component. */
const saveComponent = async (
  world: World,
  number: number,
  { change, done }: { change: (component: Component) => Component | null; done: string },
): Promise<void> => {
  const stored = await saveStatusPage(world, ({ components }) => {
    const index = indexIn(number, components, OWNER, 'component', world)
    const before = index === null ? undefined : components[index]
    const after = before && change(before)
    if (index === null || before === undefined) return null
    return { components: after ? components.with(index, after) : components.toSpliced(index, 1) }
  })
  if (stored) world.tell(done)
}

/** Components of the public status page: the same edits as in its form, one at a time, on the stored page. */
export const statusComponentCommands = [
  command({
    ...changing,
    id: 'status-page.add-component',
    words: 'add status-component',
    title: 'Add component',
    pending: 'Adding',
    icon: 'plus',
    silences: false,
    args: {
      name: '1 <= string <= 100',
      'monitor?': 'string',
      'tags?': 'string[] <= 20',
      'group?': 'string <= 100',
      'description?': 'string <= 500',
    },
    of: { monitor: 'monitor' },
    prompts: { name: 'Which public name?', group: 'In which group?' },
    async run({ name, monitor, tags = [], group = '', description = '' }, world) {
      const added = { name, group, description, tags, monitors: monitor === undefined ? [] : [monitor] }
      await saveStatusPage(world, ({ components }) => ({ components: [...components, added] }))
      world.tell(`Component “${name.trim()}” added`)
    },
  }),
  command({
    ...changing,
    id: 'status-page.change-component',
    words: 'change status-component',
    title: 'Change component',
    icon: 'edit',
    needsOption: true,
    args: {
      component: nth,
      'name?': '1 <= string <= 100',
      'group?': 'string <= 100',
      'description?': 'string <= 500',
      'tags?': 'string[] <= 20',
    },
    prompts: { component: 'Which component?', group: 'In which group?' },
    choices: { component: numbered },
    async run({ component, ...given }, world) {
      await saveComponent(world, component, { change: (one) => ({ ...one, ...given }), done: 'Component saved' })
    },
  }),
  command({
    ...changing,
    id: 'status-page.add-monitor',
    words: 'add component-monitor',
    title: 'Add monitor to component',
    icon: 'monitor',
    silences: false,
    args: { component: nth, monitor: 'string' },
    of: { monitor: 'monitor' },
    prompts: { component: 'To which component?' },
    choices: { component: numbered },
    async run({ component, monitor }, world) {
      await saveComponent(world, component, {
        change: (one) => ({ ...one, monitors: [...one.monitors.filter((id) => id !== monitor), monitor] }),
        done: `“${monitorName(monitor, world)}” added to the component`,
      })
    },
  }),
  command({
    ...changing,
    id: 'status-page.remove-monitor',
    words: 'remove component-monitor',
    title: 'Remove monitor from component',
    icon: 'trash',
    args: { component: nth, monitor: 'string' },
    of: { monitor: 'monitor' },
    prompts: { component: 'From which component?' },
    choices: { component: numbered },
    async run({ component, monitor }, world) {
      await saveComponent(world, component, {
        change: (one) => ({ ...one, monitors: one.monitors.filter((id) => id !== monitor) }),
        done: `“${monitorName(monitor, world)}” removed from the component`,
      })
    },
  }),
  command({
    ...changing,
    id: 'status-page.move-component',
    words: 'move status-component',
    title: 'Move component',
    icon: 'down',
    silences: false,
    args: { component: nth, to: nth },
    prompts: { component: 'Which component?', to: 'To which position?' },
    choices: { component: numbered },
    async run({ component, to }, world) {
      const stored = await saveStatusPage(world, ({ components }) => {
        const from = indexIn(component, components, OWNER, 'component', world)
        const position = from === null ? null : indexIn(to, components, OWNER, 'component', world)
        return from === null || position === null ? null : { components: [...moved(components, from, position)] }
      })
      if (stored) world.tell(`The component is number ${to} now`)
    },
  }),
  command({
    ...changing,
    id: 'status-page.remove-component',
    words: 'remove status-component',
    title: 'Remove component',
    pending: 'Removing',
    icon: 'trash',
    args: { component: nth },
    prompts: { component: 'Which component?' },
    choices: { component: numbered },
    async run({ component }, world) {
      await saveComponent(world, component, { change: () => null, done: 'Component removed' })
    },
  }),
]
