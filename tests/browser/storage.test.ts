import { afterEach, expect, test, vi } from 'vitest'
import { clearUsedLines, localStore } from '../../src/browser/storage.ts'

afterEach(() => vi.unstubAllGlobals())

test('a sign-out forgets the lines of the console of all accounts, and nothing else', () => {
  const stored: Record<string, unknown> = {
    'sonde.used-lines.ada': '{}',
    'sonde.used-lines.bob': '{}',
    'sonde.preferences': '{}',
  }
  const methods = {
    getItem: (name: string) => stored[name] ?? null,
    removeItem: (name: string) => delete stored[name],
  }
  const proxy = new Proxy(stored, { get: (_, name) => Reflect.get(methods, name) ?? Reflect.get(stored, name) })
  vi.stubGlobal('localStorage', proxy)
  clearUsedLines()
  expect(Object.keys(stored)).toEqual(['sonde.preferences'])
  expect(localStore.read('used-lines.ada')).toBe(null)
})

test('a browser that forbids storage has no lines to forget', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(clearUsedLines).not.toThrow()
})
