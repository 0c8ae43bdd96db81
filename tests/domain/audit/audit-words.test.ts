import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeLines } from '../../../src/domain/audit/audit-lines.ts'
import { actionWords, entryWords } from '../../../src/domain/audit/audit-words.ts'

const update = (...changes: { path: string; before: unknown; after: unknown }[]) =>
  entryWords({ action: 'monitor.update', changes })

test('an entry describes its changes in plain words, the name first', () => {
  const name = { path: 'name', before: 'a', after: 'b' }
  const url = { path: 'request.url', before: 'https://a.example/', after: 'https://b.example/' }
  expect(update(url, name)).toBe('renamed “a” to “b”, and changed 1 more field')
  // A document has its name, and so has what it is stored as.
  const inside = { ...name, path: 'meta.name' }
  expect(update(inside, name)).toBe('renamed “a” to “b”')
  expect(update(name, url, inside)).toBe('renamed “a” to “b”, and changed 1 more field')
  expect(update(name, { ...inside, after: 'c' })).toBe('renamed “a” to “b”, and changed 1 more field')
  expect(update(url)).toBe('changed the url from “https://a.example/” to “https://b.example/”')
  expect(update({ path: 'request.timeout_seconds', before: null, after: 5 })).toBe('set the timeout seconds to 5')
  expect(update({ path: 'meta.description', before: 'x', after: null })).toBe('cleared the description')
  expect(update({ path: 'enabled', before: true, after: false })).toBe('disabled it')
  expect(update({ path: 'parameters.password', before: 'changed', after: 'changed' })).toBe('changed the password')
  expect(update({ path: 'parameters.password', before: null, after: 'changed' })).toBe('set a password')
  expect(update({ path: 'meta.tags', before: ['a'], after: ['a', 'b', 'c'] })).toBe('added 2 to the tags')
  expect(update({ path: 'meta.tags', before: ['a', 'b'], after: ['b', 'a'] })).toBe('reordered the tags')
  expect(update()).toBe('changed nothing')
})

test('every action is described in the past tense', () => {
  expect(['monitor.create', 'key.revoke', 'delivery.retry', 'webhook.test', 'monitor.run'].map(actionWords)).toEqual([
    'created',
    'revoked',
    'retried',
    'tested',
    'ran it on demand',
  ])
})

test('headers and conditions are shown as readable lines', () => {
  const condition = { source: 'latency', property: 'total', condition: 'gt', val: '500', on_true: { outcome: 'slow' } }
  expect(changeLines({ path: 'c', before: [], after: [condition, { key: 'Accept', value: '*/*' }] }).added).toEqual([
    'latency total gt 500 → slow',
    'Accept: */*',
  ])
})

test('removed, added and kept lines together are the lines before and after, equally often', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 })
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const { added, removed, kept } = changeLines({ path: 'x', before, after })
      expect(removed.length + kept).toBe(before.length)
      expect(added.length + kept).toBe(after.length)
      for (const line of removed) expect(added).not.toContain(line)
    }),
  )
})
