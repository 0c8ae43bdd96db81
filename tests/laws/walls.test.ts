import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { contract } from '../../src/contract/contract.ts'
import type { AnyEndpoint } from '../../src/contract/core/endpoint.ts'
import { webEndpoint } from '../../src/contract/core/web-endpoint.ts'
import { codeIn, cycleIn, home, importsOf, targetOf } from '../support/sources.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { areas, compositions, dividedFloors } from './areas.ts'
import { doors, serverAreas } from './server-areas.ts'

/** What each floor may import: the arrows of the architecture page. */
const floors: Readonly<Record<string, readonly string[]>> = {
  'src/contract': [],
  'src/domain': ['src/contract'],
  machines: ['src/contract', 'src/domain'],
  'src/commands': ['src/contract', 'src/domain', 'machines'],
  'src/browser': ['src/contract', 'src/domain', 'machines'],
  'src/views': ['src/contract', 'src/domain', 'machines', 'src/commands'],
  // The protocol by which programs use commands: server and terminal both speak it.
  'src/mcp': ['src/contract', 'src/domain', 'machines', 'src/commands'],
  'src/server': ['src/contract', 'src/domain', 'machines', 'src/mcp'],
  'src/agent': ['src/contract', 'src/domain'],
  'src/cli': ['src/contract', 'src/domain', 'machines', 'src/commands', 'src/mcp'],
  // It opens the server's database itself, so that it stays while the server is built and started anew.
  'src/dev': ['src/server'],
}

const longestFile = 350
const drawers = /^(utils?|helpers?|common|types?|misc)(\.|$)/
const allCode = ['src', 'machines', 'tests'].flatMap(codeIn)

/** The first step of a file's path below its floor. */
const areaOf = (file: string, floor: string): string => file.slice(floor.length + 1).split('/')[0] ?? ''

const settingsOf = (folder: string): { references?: { path: string }[] } =>
  JSON.parse(readFileSync(join(home, folder, 'tsconfig.json'), 'utf8'))

test('the compiler is told the same arrows between floors as the architecture', () => {
  for (const [floor, below] of Object.entries(floors)) {
    const references = settingsOf(floor).references?.map(({ path }) => relative(home, join(home, floor, path))) ?? []
    expect([floor, references.sort()]).toEqual([floor, [...below].sort()])
  }
  const all = settingsOf('.').references?.map(({ path }) => path)
  expect(all?.sort()).toEqual([...Object.keys(floors), 'src/tsconfig.main.json', 'tests'].sort())
})

test('no file imports above its floor, or out of the checkout', () => {
  const faults = Object.entries(floors).flatMap(([floor, below]) =>
    codeIn(floor).flatMap((file) =>
      importsOf(file)
        .map((each) => targetOf(file, each))
        .filter((target) => target !== null && ![floor, ...below].some((allowed) => target.startsWith(`${allowed}/`)))
        .map((target) => `${file} imports ${target}`),
    ),
  )
  expect(faults).toEqual([])
})

/** For each floor: a forbidden import and a forbidden global, and the diagnostics that the compiler must give. */
const plants: Readonly<Record<string, readonly string[]>> = {
  'src/contract': ["import '../domain/planted.ts'", "import 'node:fs'", 'console.log(process.pid)'],
  'src/domain': ["import '../../machines/planted.ts'", "import 'node:fs'", 'setTimeout(() => 1, 1)'],
  machines: ["import '../src/server/planted.ts'", "import 'node:fs'", 'fetch(location.href)'],
  'src/commands': ["import '../views/planted.ts'", "import 'node:fs'", 'document.title'],
  'src/browser': ["import '../views/planted.ts'", "import 'node:fs'", 'console.log(process.pid)'],
  'src/views': ["import '../server/planted.ts'", "import 'node:fs'", 'console.log(process.pid)'],
  'src/server': ["import '../agent/planted.ts'", 'window.close()', 'document.title'],
  'src/agent': ["import '../server/planted.ts'", 'window.close()', 'document.title'],
  'src/cli': ["import '../server/planted.ts'", 'window.close()', 'document.title'],
  'src/dev': ["import '../views/planted.ts'", 'window.close()', 'document.title'],
}

test('a planted import or global that a floor may not use does not compile', () => {
  const copy = temporaryFolder()
  symlinkSync(join(home, 'node_modules'), join(copy, 'node_modules'))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    writeFileSync(join(copy, path), text)
  }
  for (const path of ['src/tsconfig.base.json', ...Object.keys(floors).map((floor) => `${floor}/tsconfig.json`)]) {
    write(path, readFileSync(join(home, path), 'utf8'))
  }
  for (const floor of Object.keys(floors)) write(`${floor}/planted.ts`, 'export const planted = 1\n')
  const references = Object.keys(floors).map((path) => ({ path }))
  write('tsconfig.json', JSON.stringify({ files: [], references }))
  const compile = (): string => {
    try {
      return execFileSync(process.execPath, [join(home, 'node_modules/typescript/bin/tsc'), '-b', copy], {
        cwd: copy,
        encoding: 'utf8',
      })
    } catch (error) {
      return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error)
    }
  }
  expect(compile()).toBe('')
  for (const [floor, lines] of Object.entries(plants)) {
    lines.forEach((line, index) => {
      write(`${floor}/violation-${index}.ts`, `${line}\nexport {}\n`)
    })
  }
  const said = compile()
  const missed = Object.entries(plants).flatMap(([floor, lines]) =>
    lines
      .filter((_line, index) => !said.includes(`${floor}/violation-${index}.ts(1,`))
      .map((line) => `${floor}: ${line}`),
  )
  expect(missed).toEqual([])
})

test('nothing imports itself by way of others, file by file', () => {
  const arrows = new Map(
    allCode.map((file) => [
      file,
      importsOf(file)
        .filter(({ typeOnly }) => !typeOnly)
        .flatMap((each) => targetOf(file, each) ?? []),
    ]),
  )
  expect(cycleIn(arrows)).toBeNull()
})

test('the areas of the server know only the areas that the table lets them know', () => {
  const faults = codeIn('src/server').flatMap((file) => {
    const area = areaOf(file, 'src/server')
    if (doors.includes(area)) return []
    const allowed = serverAreas[area] ?? []
    return importsOf(file)
      .map((each) => targetOf(file, each))
      .filter((target) => target?.startsWith('src/server/'))
      .map((target) => areaOf(target ?? '', 'src/server'))
      .filter((other) => other !== area && !allowed.includes(other))
      .map((other) => `${file} imports ${other}`)
  })
  expect(faults).toEqual([])
})

test('a table of areas without a circle: each can be read after those that it uses', () => {
  expect(cycleIn(new Map(Object.entries(serverAreas)))).toBeNull()
})

/** The floor of a file and its folder there; null where it stands in none. */
const roomOf = (file: string): { floor: string; room: string } | null => {
  const floor = Object.keys(dividedFloors).find((each) => file.startsWith(`${each}/`))
  const [room, ...rest] = floor === undefined ? [] : file.slice(floor.length + 1).split('/')
  return floor === undefined || room === undefined || rest.length === 0 ? null : { floor, room }
}

/** Every import between two different folders of the divided floors. */
const crossings = Object.keys(dividedFloors).flatMap((floor) =>
  codeIn(floor).flatMap((file) => {
    const from = roomOf(file)
    if (!from || compositions.includes(`${floor}/${from.room}`)) return []
    return importsOf(file).flatMap((each) => {
      const to = roomOf(targetOf(file, each) ?? '')
      return to && to.room !== from.room ? [{ file, from, to }] : []
    })
  }),
)
const isArea = (room: string): boolean => Object.hasOwn(areas, room)

test('every folder of a divided floor is an area of the table, or a mechanism', () => {
  const rooms = Object.entries(dividedFloors).flatMap(([floor, mechanisms]) =>
    [...new Set(codeIn(floor).flatMap((file) => roomOf(file)?.room ?? []))]
      .filter((room) => !isArea(room) && !mechanisms.includes(room) && !compositions.includes(`${floor}/${room}`))
      .map((room) => `${floor}/${room}`),
  )
  expect(rooms).toEqual([])
})

test('an area knows only the areas that the table lets it know, on every floor', () => {
  const faults = crossings
    .filter(({ from, to }) => isArea(from.room) && isArea(to.room) && !areas[from.room]?.includes(to.room))
    .map(({ file, to }) => `${file} imports ${to.floor}/${to.room}`)
  expect(faults).toEqual([])
})

test('the table of areas says nothing that no file needs', () => {
  const needed = new Set(crossings.map(({ from, to }) => `${from.room} ${to.room}`))
  const idle = Object.entries(areas).flatMap(([area, others]) =>
    others.map((other) => `${area} ${other}`).filter((pair) => !needed.has(pair)),
  )
  expect(idle).toEqual([])
})

test('mechanisms know no area of their floor, and only the mechanisms before them', () => {
  const faults = crossings.filter(({ from, to }) => {
    const mechanisms = dividedFloors[from.floor] ?? []
    if (isArea(from.room) || to.floor !== from.floor) return false
    return isArea(to.room) || mechanisms.indexOf(to.room) > mechanisms.indexOf(from.room)
  })
  expect(faults.map(({ file, to }) => `${file} imports ${to.room}`)).toEqual([])
})

test('on each floor the areas form no circle', () => {
  for (const floor of Object.keys(dividedFloors)) {
    const arrows = new Map<string, string[]>()
    for (const { from, to } of crossings)
      if (from.floor === floor && to.floor === floor && isArea(from.room))
        arrows.set(from.room, [...(arrows.get(from.room) ?? []), to.room])
    expect([floor, cycleIn(arrows)]).toEqual([floor, null])
  }
})

test('the contract leaves nothing to import at run time but itself', () => {
  const faults = codeIn('src/contract').flatMap((file) =>
    importsOf(file)
      .filter((each) => !each.typeOnly && !targetOf(file, each)?.startsWith('src/contract/'))
      .map(({ from }) => `${file} imports ${from}`),
  )
  expect(faults).toEqual([])
})

test('the build leaves the web app what it reads of endpoints, and neither shapes nor sentences', () => {
  for (const [name, endpoint] of Object.entries<AnyEndpoint>(contract)) {
    const { route, effect, changes, ...others } = webEndpoint(endpoint)
    expect([name, route, effect, changes]).toEqual([name, endpoint.route, endpoint.effect, endpoint.changes])
    expect(Object.keys(others).filter((field) => /summary|query|body|answer|audit/.test(field))).toEqual([])
  }
})

test('the web app reads endpoints as the build leaves them to it', () => {
  const ofApp = ['machines', 'src/browser', 'src/commands', 'src/views']
    .flatMap(codeIn)
    .filter((file) => !file.startsWith('src/commands/headless/'))
  expect(ofApp.filter((file) => /\bAnyEndpoint\b/.test(readFileSync(join(home, file), 'utf8')))).toEqual([])
})

test(`every file is one idea of at most ${longestFile} lines, and none is a drawer`, () => {
  const lines = (file: string) => readFileSync(join(home, file), 'utf8').split('\n').length - 1
  const long = allCode.filter((file) => lines(file) > longestFile).map((file) => `${file}: ${lines(file)} lines`)
  expect(long).toEqual([])
  expect(allCode.filter((file) => file.split('/').some((part) => drawers.test(part)))).toEqual([])
})

test('the top of the checkout holds what the plan of the house says, and nothing else', () => {
  const expected =
    'package.json vite.config.ts tsconfig.json index.html src machines tests docs README.md CONTRIBUTING.md SECURITY.md LICENSE'
  const known = new Set([...expected.split(' '), 'package-lock.json', 'node_modules', 'dist', 'coverage'])
  const found = readdirSync(home).filter((name) => !name.startsWith('.') && !known.has(basename(name)))
  expect(found).toEqual([])
})
