import { resources } from '../../contract/resources.ts'
import { fileInUse } from '../../domain/core/in-use.ts'
import { plainAddress } from '../core/argument-checks.ts'
import { type Command, command } from '../core/command.ts'
import { resourceCommands } from '../core/resource-commands.ts'
import type { World } from '../core/world.ts'

const address = '1 <= string <= 8192'
const name = '1 <= string <= 400'

/** Says that a file was created, and opens it. */
const showCreated = ({ id, meta }: { id: string; meta: { name: string } }, world: World): void => {
  world.tell(`“${meta.name}” created`)
  world.go('file', { fileId: id })
}

/** Commands on stored files. */
export const fileCommands: readonly Command[] = [
  ...resourceCommands(resources.files, {
    barred(id, world) {
      const row = world.known('file.list', {})?.results.find((each) => each.id === id)
      return row ? fileInUse({ monitors: row.used_by, isInProject: row.used_by_project }) : null
    },
    lost: () => ['Its content can no longer be downloaded'],
    // A line has no file to upload.
    required: ['name', 'text'],
  }),
  command({
    id: 'file.new',
    words: 'new file',
    title: 'New file',
    icon: 'plus',
    keys: 'n',
    keysFor: 'file',
    needs: 'edit',
    args: {},
    run: (_, world) => world.go('new-file'),
  }),
  command({
    id: 'file.choose',
    words: 'choose file',
    title: 'Choose a file',
    icon: 'upload',
    needs: 'edit',
    args: {},
    when: ({ place }) => place?.name === 'new-file' || place?.name === 'file',
    run: (_, world) => world.send('screen', { type: 'CHOOSE_FILE' }),
  }),
  command({
    id: 'file.cancel-upload',
    words: 'cancel upload',
    title: 'Cancel upload',
    icon: 'close',
    needs: 'edit',
    args: {},
    run: (_, world) => world.send('screen', { type: 'CANCEL_UPLOAD' }),
  }),
  command({
    id: 'file.add-openapi',
    words: 'create openapi',
    title: 'Create OpenAPI file',
    pending: 'Creating',
    icon: 'plus',
    effect: 'write',
    needs: 'edit',
    args: { text: '1 <= string <= 1048576', 'name?': name },
    prompts: { text: 'Which OpenAPI document?', name: 'Which name?' },
    writes: ['file.add-openapi'],
    async run(body, world) {
      showCreated(await world.call('file.add-openapi', { body }), world)
    },
  }),
  command({
    id: 'file.fetch',
    words: 'fetch file',
    title: 'Fetch file from an address',
    pending: 'Fetching',
    icon: 'import',
    effect: 'write',
    needs: 'edit',
    args: { url: address, 'name?': name },
    prompts: { url: 'From which address?', name: 'Which name?' },
    checks: { url: plainAddress },
    writes: ['file.fetch'],
    async run(body, world) {
      showCreated(await world.call('file.fetch', { body }), world)
    },
  }),
  command({
    id: 'file.fetch-openapi',
    words: 'fetch openapi',
    title: 'Fetch OpenAPI document from an address',
    pending: 'Fetching',
    icon: 'import',
    effect: 'write',
    needs: 'edit',
    args: { url: address, 'name?': name },
    prompts: { url: 'From which address?', name: 'Which name?' },
    checks: { url: plainAddress },
    writes: ['file.fetch-openapi'],
    async run(body, world) {
      showCreated(await world.call('file.fetch-openapi', { body }), world)
    },
  }),
  command({
    id: 'file.refresh',
    words: 'refresh file',
    title: 'Fetch again',
    pending: 'Fetching',
    icon: 'reload',
    effect: 'write',
    needs: 'edit',
    args: { file: 'string' },
    of: { file: 'file' },
    done: 'fetched again',
    writes: ['file.refresh'],
    async run({ file }, world) {
      await world.call('file.refresh', { params: { id: file } })
    },
  }),
  command({
    id: 'file.download',
    words: 'download file',
    title: 'Download',
    screen: false,
    prints: 'content',
    pending: 'Downloading',
    icon: 'download',
    needs: 'see',
    args: { file: 'string' },
    of: { file: 'file' },
    reads: ['file.read', 'file.content'],
    async run({ file: id }, world) {
      const { file } = await world.call('file.read', { params: { id } })
      world.download(file.name, 'application/octet-stream', await world.call('file.content', { params: { id } }))
    },
  }),
]
