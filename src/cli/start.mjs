#!/usr/bin/env node
// @ts-check
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Entry point of an installation: builds if sources changed, then runs the program in this process. Plain JavaScript, because it runs before any build. */

const home = fileURLToPath(new URL('../..', import.meta.url))
const stamp = join(home, 'dist/stamp.json')
const vite = join(home, 'node_modules/vite/bin/vite.js')
/** The sources of the built programs. */
const sources = ['src', 'machines', 'index.html', 'package.json', 'package-lock.json', 'vite.config.ts']

/** @type {Readonly<Record<string, { program: string, about: string }>>} */
const commands = {
  serve: { program: 'dist/server/main.js', about: 'run the server; this is the default' },
  audit: {
    program: 'dist/server/main.js',
    about: 'audit verify: verify the hash chain of a stopped server’s audit log',
  },
  backup: {
    program: 'dist/server/main.js',
    about: 'copy the database into a folder, even while the server runs (backup --help)',
  },
  restore: { program: 'dist/server/main.js', about: 'fill an empty installation from a backup (restore --help)' },
  demo: { program: 'dist/server/main.js', about: 'fill a project with generated history (demo --help)' },
  agent: { program: 'dist/agent/main.js', about: 'run an agent on another machine for a server (agent --help)' },
}

/** The terminal: every other word is one of its commands. */
const terminal = 'dist/cli/main.js'

const help = `Usage: sonde [command]

${Object.entries(commands)
  .map(([name, { about }]) => `  ${name.padEnd(11)}${about}`)
  .join('\n')}
  --version  print the version
  --help     print this

Every other command is carried out at a server: sonde sign-in, sonde list monitors, sonde run monitor NAME --wait …
  help       list them all

The settings are environment variables; docs/operating.md lists them.
`

/** Exits with one sentence for the user. @param {string} sentence @returns {never} */
const refuse = (sentence) => {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

/** Prints an answer. A pipe that was closed has been read enough. @param {string} text */
const print = (text) => {
  process.stdout.on('error', (/** @type {NodeJS.ErrnoException} */ { code, message }) => {
    if (code !== 'EPIPE') refuse(`Standard output cannot be written: ${message}`)
  })
  process.stdout.write(text)
}

/** @returns {string[]} the paths of all source files */
const listSources = () =>
  sources
    .map((name) => join(home, name))
    .filter((path) => existsSync(path))
    .flatMap((path) =>
      statSync(path).isDirectory()
        ? readdirSync(path, { withFileTypes: true, recursive: true })
            .filter((entry) => entry.isFile())
            .map((entry) => join(entry.parentPath, entry.name))
        : [path],
    )
    .sort()

/** @param {string[]} files @param {(file: string) => string | Buffer} facts */
const digest = (files, facts) => {
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(`${file.slice(home.length)}\n`)
      .update(facts(file))
      .update('\n')
  return hash.digest('hex')
}

/** A fast digest of times and sizes. @param {string[]} files */
const glance = (files) =>
  digest(files, (file) => {
    const { mtimeMs, size } = statSync(file)
    return `${mtimeMs} ${size}`
  })

/** @returns {{ glance?: string, contents?: string }} */
const readStamp = () => {
  try {
    return JSON.parse(readFileSync(stamp, 'utf8'))
  } catch {
    return {}
  }
}

/** Shows progress: a counting line on a terminal, one line in a log. @param {string} work */
const progress = (work) => {
  const started = Date.now()
  const seconds = () => Math.round((Date.now() - started) / 1000)
  // The terminal's own output is data.
  const stream = isProgram ? process.stdout : process.stderr
  stream.write(stream.isTTY ? `${work}…` : `${work}…\n`)
  const timer = stream.isTTY ? setInterval(() => stream.write(`\r${work}… ${seconds()} s`), 1000) : undefined
  return () => {
    clearInterval(timer)
    if (stream.isTTY) stream.write('\r\u001b[K')
  }
}

/**
 * Moves the built files into place. Each start builds in its own folder, so that another one (a server and an agent started together)
 * never finds half a program.
 * @param {string} built
 */
const putInPlace = (built) => {
  for (const name of readdirSync(built)) {
    const place = join(home, 'dist', name)
    try {
      if (existsSync(place)) renameSync(place, join(built, `${name}-old`))
      renameSync(join(built, name), place)
    } catch (error) {
      // Another process put the same program there at the same time.
      if (!existsSync(place)) throw error
    }
  }
  rmSync(built, { recursive: true, force: true })
}

/** @returns {Promise<void>} */
const build = () =>
  new Promise((resolve) => {
    const done = progress('Building')
    let output = ''
    const built = join(home, `dist/.build-${process.pid}`)
    const child = spawn(process.execPath, [vite, 'build', '--app', '--logLevel', 'warn'], {
      cwd: home,
      env: { ...process.env, SONDE_BUILD_DIR: built },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (part) => {
        output += part
      })
    }
    child.on('error', (error) => refuse(`The build could not be started: ${error.message}`))
    child.on('close', (code) => {
      done()
      if (code !== 0) {
        rmSync(built, { recursive: true, force: true })
        refuse(`${output}\nThe build failed.`)
      }
      putInPlace(built)
      resolve()
    })
  })

/** Builds if a source has changed since the last build. A new timestamp with the same content is not a change. */
const buildIfStale = async () => {
  const files = listSources()
  const last = readStamp()
  const now = glance(files)
  if (last.glance === now) return
  const contents = digest(files, (file) => readFileSync(file))
  if (last.contents !== contents) await build()
  mkdirSync(join(home, 'dist'), { recursive: true })
  writeFileSync(stamp, JSON.stringify({ glance: now, contents }))
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 20)) {
  refuse(`Sonde needs Node.js 20.20 or newer; this is ${process.versions.node}.`)
}

const LOOK_MS = 500

/** @param {number} pid */
const isRunning = (pid) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/**
 * Ends this process as SIGTERM does once npm has ended: npm passes a signal that it alone gets on to nobody, so that a supervisor would
 * leave a server behind. Windows goes on to name a parent that has ended.
 */
const endWithNpm = () => {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent && isRunning(parent)) return
    clearInterval(timer)
    if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143)
  }, LOOK_MS)
  timer.unref()
}

/** Commands with their own help. */
const EXPLAINED = ['backup', 'restore', 'demo', 'agent']

/** Commands without arguments. */
const PLAIN = ['serve']

const word = process.argv[2] ?? 'serve'
const isProgram = Object.hasOwn(commands, word)
const isHelp = (/** @type {string | undefined} */ text) => text === '--help' || text === '-h'
if (isHelp(word) || (isProgram && isHelp(process.argv[3]) && !EXPLAINED.includes(word))) {
  print(help)
} else if (word === '--version' || word === '-v') {
  print(`${JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')).version}\n`)
} else {
  const program = join(home, (isProgram && commands[word]?.program) || terminal)
  const [, , , extra] = process.argv
  if (word === 'agent' && extra !== undefined && !extra.startsWith('-'))
    refuse(`sonde agent takes only options, but got "${extra}"; sonde agent --help lists them.`)
  if (extra !== undefined && PLAIN.includes(word))
    refuse(
      `sonde ${word} takes no arguments, but got "${extra}"; its settings are environment variables (sonde --help).`,
    )
  if (process.env.npm_lifecycle_event === 'start' || process.env.npm_lifecycle_event === 'agent') endWithNpm()
  // An installation without build tools runs its delivered programs.
  if (existsSync(vite)) await buildIfStale()
  else if (!existsSync(program))
    refuse('Nothing is built and the build tools are not installed: run npm install first.')
  await import(pathToFileURL(program).href)
}
