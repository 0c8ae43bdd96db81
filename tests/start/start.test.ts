import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/temporary.ts'

const home = fileURLToPath(new URL('../..', import.meta.url))

/** An installation with programs that only say their name. Its packages are this checkout's. */
const installation = () => {
  const root = temporaryFolder()
  for (const name of ['package.json', 'package-lock.json', 'vite.config.ts', 'src/cli/start.mjs']) {
    cpSync(join(home, name), join(root, name))
  }
  symlinkSync(join(home, 'node_modules'), join(root, 'node_modules'))
  const write = (name: string, text: string) => {
    mkdirSync(join(root, name, '..'), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  write('machines/none.ts', 'export {}\n')
  write('index.html', '<!doctype html><title>Sonde</title>\n')
  write('src/agent/main.ts', "import { Hono } from 'hono'\nconsole.log('agent', typeof Hono)\n")
  write(
    'src/server/main.ts',
    "import { Client } from 'pg'\nimport('./late.ts').then(({ late }) => console.log('server', late, typeof Client))\n",
  )
  write('src/server/late.ts', "export const late = 'first'\n")
  write('src/server/alerts/replay/main.ts', "console.log('replay')\n")
  write('src/cli/main.ts', "console.log('terminal', ...process.argv.slice(2))\n")
  const sonde = async (...words: string[]) => {
    const child = spawn(process.execPath, [join(root, 'src/cli/start.mjs'), ...words], { cwd: '/' })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (part) => {
        said += part
      })
    }
    const [code] = await once(child, 'close')
    return { said, code }
  }
  return { root, write, sonde }
}

test('sonde builds at the first start and after a change, and else starts at once', async () => {
  const { root, write, sonde } = installation()
  expect(await sonde()).toEqual({ said: 'Building…\nserver first function\n', code: 0 })
  expect(await sonde('serve')).toEqual({ said: 'server first function\n', code: 0 })
  expect(await sonde('agent')).toEqual({ said: 'agent function\n', code: 0 })
  utimesSync(join(root, 'src/server/late.ts'), new Date(), new Date(0))
  expect((await sonde()).said).toBe('server first function\n')
  write('src/server/late.ts', "export const late = 'second'\n")
  expect((await sonde()).said).toBe('Building…\nserver second function\n')
  rmSync(join(root, 'node_modules'))
  write('src/server/late.ts', "export const late = 'third'\n")
  expect(await sonde()).toEqual({ said: 'server second function\n', code: 0 })
})

test('each program is one file that needs nothing but Node', async () => {
  const { root, sonde } = installation()
  await sonde()
  for (const name of ['server', 'agent', 'replay', 'cli']) {
    expect(readdirSync(join(root, 'dist', name)).sort()).toEqual(['main.js', 'main.js.map'])
    const code = readFileSync(join(root, 'dist', name, 'main.js'), 'utf8')
    const imports = [...code.matchAll(/^import\b[^'"\n]*['"]([^'"]+)['"]|\b(?:import|__require)\(['"]([^'"]+)['"]\)/gm)]
    const asked = imports.map(([, from, call]) => from ?? call ?? '')
    const optional = ['pg-native', 'pg-cloudflare']
    expect(
      asked.filter((each) => !each.startsWith('node:') && !builtinModules.includes(each) && !optional.includes(each)),
    ).toEqual([])
  }
})

test('a build that fails is told with its reason, and is tried again at the next start', async () => {
  const { write, sonde } = installation()
  write('src/server/late.ts', 'export const late = \n')
  const failed = await sonde()
  expect(failed.code).toBe(1)
  expect(failed.said).toMatch(/late\.ts[\s\S]*The build failed\.\n$/)
  write('src/server/late.ts', "export const late = 'mended'\n")
  expect((await sonde()).said).toContain('server mended function')
})

test('server and agent started together from fresh sources both run, and leave one build', async () => {
  const { root, sonde } = installation()
  const both = await Promise.all([sonde('serve'), sonde('agent'), sonde('serve')])
  expect(both.map(({ said }) => said.trim().split('\n').at(-1))).toEqual([
    'server first function',
    'agent function',
    'server first function',
  ])
  expect(readdirSync(join(root, 'dist')).sort()).toEqual(['agent', 'cli', 'replay', 'server', 'stamp.json', 'web'])
})

test('every other word is a command of the terminal', async () => {
  const { sonde } = installation()
  expect(await sonde('list', 'monitors', '--json')).toEqual({
    said: 'Building…\nterminal list monitors --json\n',
    code: 0,
  })
  expect(await sonde('help')).toEqual({ said: 'terminal help\n', code: 0 })
})

test('a wrong use of a program, the version and the help are answered without a build', async () => {
  const { root, sonde } = installation()
  expect(await sonde('serve', 'x')).toEqual({
    said: 'sonde serve takes no arguments, but got "x"; its settings are environment variables (sonde --help).\n',
    code: 1,
  })
  expect(await sonde('agent', 'x')).toEqual({
    said: 'sonde agent takes only options, but got "x"; sonde agent --help lists them.\n',
    code: 1,
  })
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(await sonde('--version')).toEqual({ said: `${version}\n`, code: 0 })
  expect((await sonde('--help')).said).toMatch(/serve[\s\S]*agent/)
  expect(readdirSync(root)).not.toContain('dist')
})
