import { curlOf } from '../../domain/monitors/curl.ts'
import { monitorUrl } from '../../domain/monitors/monitor-address.ts'
import { command } from '../core/command.ts'
import type { World } from '../core/world.ts'
import { judgeAsUsual } from './judge-as-usual.ts'

const read = (world: World, id: string) => world.call('monitor.read', { params: { id } })

/** Commands that copy a monitor: duplicate, address, curl. */
export const copyCommands = [
  command({
    id: 'monitor.duplicate',
    words: 'duplicate monitor',
    title: 'Duplicate',
    pending: 'Duplicating',
    icon: 'copy',
    effect: 'write',
    needs: 'edit',
    args: { monitor: 'string', 'name?': '1 <= string <= 400' },
    of: { monitor: 'monitor' },
    undo: 'calls',
    writes: ['monitor.duplicate'],
    async run({ monitor, name }, world) {
      const copy = await world.call('monitor.duplicate', { params: { id: monitor }, body: name ? { name } : {} })
      world.tell(`“${copy.meta.name}” created`)
      world.go('monitor-edit', { callId: copy.id })
    },
  }),
  command({
    id: 'monitor.copy-address',
    words: 'copy address',
    title: 'Copy address',
    screen: false,
    prints: 'text',
    icon: 'copy',
    needs: 'see',
    args: { monitor: 'string' },
    of: { monitor: 'monitor' },
    reads: ['monitor.read'],
    async run({ monitor }, world) {
      await world.copy(monitorUrl(await read(world, monitor)))
      world.tell('Address copied')
    },
  }),
  command({
    id: 'monitor.copy-curl',
    words: 'copy curl',
    title: 'Copy as curl',
    screen: false,
    prints: 'text',
    icon: 'copy',
    needs: 'see',
    args: { monitor: 'string' },
    of: { monitor: 'monitor' },
    reads: ['monitor.read'],
    async run({ monitor }, world) {
      const row = await read(world, monitor)
      if (row.type === 'browser')
        return world.tell(`“${row.meta.name}” is a browser test: no curl command does the same.`)
      await world.copy(curlOf(row.request))
      world.tell('curl command copied')
    },
  }),
  command({
    id: 'monitor.paste-curl',
    words: 'paste curl',
    title: 'Fill from curl',
    icon: 'import',
    needs: 'edit',
    args: {},
    run(_, world) {
      if (world.place?.name === 'new-monitor' || world.place?.name === 'monitor-edit')
        world.send('screen', { type: 'FROM_CURL' })
      else world.go('new-monitor', { callId: 'new' }, { from: 'curl' })
    },
  }),
  command({
    id: 'monitor.close-curl',
    words: 'close curl',
    title: 'Cancel',
    hidden: true,
    args: {},
    run: (_, world) => world.send('screen', { type: 'CLOSE_CURL' }),
  }),
  command({
    id: 'monitor.from-curl',
    silences: false,
    words: 'create monitor-from-curl',
    title: 'New monitor from curl',
    pending: 'Creating',
    icon: 'import',
    effect: 'write',
    needs: 'edit',
    args: { curl: '1 <= string <= 65536', 'name?': '1 <= string <= 400' },
    prompts: { curl: 'Which curl command?', name: 'Which name?' },
    // Such a line is not remembered.
    secret: ['curl'],
    isSecret: ({ curl = '' }) =>
      /(^|\s)(-u|--user|-b|--cookie)\b|auth|token|secret|password|api[-_]?key|:\/\/[^/\s]*@/i.test(curl),
    undo: 'calls',
    writes: ['monitor.create', 'monitor.judge'],
    async run({ curl, name }, world) {
      const { meta, request, notes } = await world.call('monitor.from-curl', { body: { request: curl } })
      // What is read from a curl command has a method that the contract knows; the shape of rows says no more than that it is a text.
      // A file that is still to be chosen cannot be stored: the notes name it, and the editor takes it.
      const parts = request.parts?.filter(({ value, file_id }) => (value ?? file_id ?? null) !== null)
      const body = {
        meta: { name: name ?? meta.name },
        request: { ...request, ...(parts && { parts }), method: request.method as 'GET' },
      }
      const { id, meta: made } = await world.call('monitor.create', { body })
      await judgeAsUsual(id, world)
      world.tell([`“${made.name}” created`, ...notes].join('. '))
      world.go('monitor-edit', { callId: id })
    },
  }),
]
