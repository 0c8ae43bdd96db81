import { createHash } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { JobFile } from '../../src/agent/runner/files.ts'
import { FileStore } from '../../src/agent/work/file-store.ts'
import { temporaryFolder } from '../support/temporary.ts'

const fileOf = (text: string): JobFile => ({
  id: `id of ${text}`,
  name: 'a.txt',
  media_type: 'text/plain',
  size: text.length,
  sha256: createHash('sha256').update(text).digest('hex'),
})

const opened = async (text: string, keptBytes?: number) => {
  const folder = temporaryFolder()
  let downloads = 0
  const store = await FileStore.open(
    folder,
    async (_, to) => {
      downloads += 1
      to.write(text)
      return null
    },
    () => {},
    keptBytes,
  )
  return { folder, store, downloads: () => downloads }
}
const textsOf = async (store: FileStore, file: JobFile) => {
  const taken = await store.take([file])
  if ('sentence' in taken) return taken.sentence
  taken.done()
  return [...taken.files.values()].map(({ bytes }) => bytes.toString())
}

test('a file is downloaded once, and again where its copy on disk is damaged', async () => {
  const { folder, store, downloads } = await opened('abc')
  const file = fileOf('abc')
  expect(await Promise.all([textsOf(store, file), textsOf(store, file)])).toEqual([['abc'], ['abc']])
  expect(await textsOf(store, file)).toEqual(['abc'])
  expect(downloads()).toBe(1)
  await writeFile(join(folder, file.sha256), 'xyz')
  expect(await textsOf(store, file)).toEqual(['abc'])
  expect(downloads()).toBe(2)
})

test('another content than the one that a job names is not used', async () => {
  const { folder, store } = await opened('something else')
  expect(await textsOf(store, fileOf('abc'))).toBe(
    'the agent could not load the file a.txt: the server sent another content than it announced',
  )
  expect(await readdir(folder)).toEqual([])
})

test('files that were not used for longest go first', async () => {
  const folder = temporaryFolder()
  const store = await FileStore.open(
    folder,
    async ({ id }, to) => {
      to.write(id.slice('id of '.length))
      return null
    },
    () => {},
    7,
  )
  for (const text of ['aaa', 'bbb', 'ccc']) expect(await textsOf(store, fileOf(text))).toEqual([text])
  const kept = await readdir(folder)
  expect(kept).toHaveLength(2)
  expect(kept).not.toContain(fileOf('aaa').sha256)
})
