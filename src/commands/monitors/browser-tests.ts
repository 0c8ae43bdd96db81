import { oneOf } from '../../contract/core/notation.ts'
import { WAIT_UNTIL } from '../../contract/monitors/browser-setup.ts'
import { type CallRules, UNSET_VARIABLES } from '../../contract/monitors/call-rules.ts'
import { linesOf, restorableLine } from '../core/bulk-words.ts'
import { command } from '../core/command.ts'
import { slugOf } from '../core/naming.ts'
import type { World } from '../core/world.ts'
import { lostResults } from './lost-results.ts'

const nameOf = (world: World, id: string): string =>
  world.entities('browser-test').find((each) => each.id === id)?.name ?? id

/** Settings that a line can give. */
const settings = {
  'description?': 'string <= 1500',
  'tags?': 'string[] <= 50',
  'workspace?': '1 <= string <= 200',
  'width?': '200 <= number.integer <= 3840',
  'height?': '200 <= number.integer <= 2160',
  'user_agent?': 'string <= 400',
  'wait_until?': oneOf(WAIT_UNTIL),
  'timeout?': '1 <= number.integer <= 120',
  'unset_variables?': oneOf(UNSET_VARIABLES),
} as const

const prompts = {
  description: 'Which description?',
  workspace: 'Which environment?',
  width: 'How many pixels wide?',
  height: 'How many pixels high?',
  user_agent: 'Which user agent?',
  wait_until: 'Wait for what?',
  timeout: 'How many seconds at most?',
} as const

type Given = {
  readonly description?: string | undefined
  readonly tags?: string[] | undefined
  readonly workspace?: string | undefined
  readonly user_agent?: string | undefined
  readonly wait_until?: (typeof WAIT_UNTIL)[number] | undefined
  readonly timeout?: number | undefined
  readonly unset_variables?: CallRules['unset_variables'] | undefined
}

/** The fields of the flat form that a line gave. */
const bodyOf = ({ description, tags, workspace, user_agent, wait_until, timeout, unset_variables }: Given) => ({
  ...(description !== undefined && { description }),
  ...(tags && { tags }),
  ...(workspace !== undefined && { workspace }),
  ...(user_agent !== undefined && { user_agent: user_agent === '' ? null : user_agent }),
  ...(wait_until && { wait_until }),
  ...(timeout !== undefined && { timeout_ms: timeout * 1000 }),
  ...(unset_variables && { unset_variables }),
})

/** Creating, changing and deleting browser tests. */
export const browserTestCommands = [
  command({
    id: 'browser-test.new',
    words: 'new browser-test',
    title: 'New browser test',
    icon: 'globe',
    needs: 'edit',
    args: {},
    run: (_, world) => world.go('new-monitor', { callId: 'new' }, { type: 'browser' }),
  }),
  command({
    id: 'browser-test.create',
    words: 'create browser-test',
    title: 'Create browser test',
    pending: 'Creating',
    icon: 'plus',
    effect: 'write',
    needs: 'edit',
    args: { name: '1 <= string <= 400', url: '1 <= string <= 8192', ...settings },
    of: { tags: 'tag' },
    prompts: { ...prompts, url: 'Which page?' },
    undo: 'calls',
    writes: ['browser-test.create'],
    async run({ name, url, width, height, ...given }, world) {
      const viewport =
        width !== undefined || height !== undefined ? { width: width ?? 1366, height: height ?? 768 } : null
      const made = await world.call('browser-test.create', {
        body: { name, url, ...bodyOf(given), ...(viewport && { viewport }) },
      })
      world.tell(`“${made.name}” created`)
      world.go('monitor', { callId: made.id })
    },
  }),
  command({
    id: 'browser-test.update',
    silences: { except: ['name', 'description'] },
    words: 'change browser-test',
    title: 'Change browser test',
    pending: 'Saving',
    icon: 'edit',
    effect: 'write',
    needs: 'edit',
    args: { test: 'string', 'name?': '1 <= string <= 400', 'url?': '1 <= string <= 8192', ...settings },
    of: { test: 'browser-test', tags: 'tag' },
    prompts: { ...prompts, url: 'Which page?' },
    done: 'changed',
    needsOption: true,
    undo: 'calls',
    writes: ['browser-test.update'],
    async run({ test, name, url, width, height, ...given }, world) {
      const params = { id: test }
      const isResized = width !== undefined || height !== undefined
      const viewport = isResized ? (await world.call('browser-test.read', { params })).viewport : null
      await world.call('browser-test.update', {
        params,
        body: {
          ...(name !== undefined && { name }),
          ...(url !== undefined && { url }),
          ...bodyOf(given),
          ...(viewport && { viewport: { width: width ?? viewport.width, height: height ?? viewport.height } }),
        },
      })
    },
  }),
  command({
    id: 'browser-test.remove',
    words: 'delete browser-test',
    title: 'Delete',
    pending: 'Deleting',
    icon: 'trash',
    effect: 'destroy',
    needs: 'edit',
    args: { test: 'string' },
    of: { test: 'browser-test' },
    done: 'deleted',
    undo: ({ test }) => ({ id: 'monitor.restore', args: { monitor: test } }),
    confirm: ({ test }, world) => ({
      question: `Delete “${nameOf(world, test)}”?`,
      effects: [
        ...linesOf(['It leaves its schedules', 'Its alerts are closed without a recovery message']),
        restorableLine('30 days, with its results'),
      ],
      word: slugOf(nameOf(world, test)).slice(0, 24).replace(/-$/, '') || test,
      name: nameOf(world, test),
      button: 'Delete browser test',
      restorable: '30 days, with its results',
      results: () => lostResults(test, world),
    }),
    writes: ['browser-test.remove'],
    async run({ test }, world) {
      await world.call('browser-test.remove', { params: { id: test } })
      if (world.place?.params.callId === test) world.go('monitors', {})
    },
  }),
]
