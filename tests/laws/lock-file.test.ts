import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { home } from '../support/sources.ts'

type Entry = {
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly os?: readonly string[]
}

const { packages } = JSON.parse(readFileSync(join(home, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Entry>
}
const entries = Object.entries(packages).filter(([path]) => path !== '')
const unhashed = entries.filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''))

/**
 * The parts of the two tools that read our own code (biome, and the parser of knip) for systems where no build runs: the registry by
 * which the lock file was written does not have them, and `npm ci` wants them named. This list may only become shorter.
 */
const PARTS_OF_LINT_TOOLS = [
  ...['android-arm64', 'android-x64', 'darwin-arm64', 'darwin-x64', 'linux-arm64-musl', 'linux-x64-musl'],
  ...['win32-arm64', 'win32-x64'],
]
  .map((system) => `node_modules/@biomejs/cli-${system}`)
  .concat(
    [
      ...['android-arm-eabi', 'android-arm64', 'darwin-arm64', 'darwin-x64', 'freebsd-x64', 'linux-arm-gnueabihf'],
      ...['linux-arm-musleabihf', 'linux-ppc64-gnu', 'linux-riscv64-gnu', 'linux-riscv64-musl', 'linux-s390x-gnu'],
      ...['openharmony-arm64', 'win32-arm64-msvc', 'win32-ia32-msvc', 'win32-x64-msvc'],
    ].map((system) => `node_modules/@oxc-parser/binding-${system}`),
  )

test('the lock file has the hash of every package, so that no registry can give another', () => {
  expect(unhashed.map(([path]) => path).filter((path) => !PARTS_OF_LINT_TOOLS.includes(path))).toEqual([])
  expect(entries.length).toBeGreaterThan(300)
})

test('what lacks its hash is never part of the product, nor of what builds it', () => {
  for (const [path, { dev, optional, os }] of unhashed)
    expect({ path, dev, optional, isForSomeSystems: os !== undefined }).toEqual({
      path,
      dev: true,
      optional: true,
      isForSomeSystems: true,
    })
})

test('no entry of the lock file names where it comes from: any registry that has the same bytes will do', () => {
  expect(entries.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([])
})
