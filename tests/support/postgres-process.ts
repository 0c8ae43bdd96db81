import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'

/** What `hold-postgres.ts` tells of itself, one fact a line. */
export type Fact = {
  url?: string
  pid?: number
  step?: string
  log?: string
  problem?: string
  exit?: { code: number | null; signal: string | null }
}

export type Holder = {
  process: ChildProcess
  facts: Fact[]
  /** The first fact, told or yet to come, that has this; also a failed start ends the wait. */
  told<Key extends keyof Fact>(key: Key): Promise<Fact>
  end(signal: NodeJS.Signals): Promise<void>
}

const isFact = (value: unknown): value is Fact => typeof value === 'object' && value !== null

/** Starts a process that holds the PostgreSQL of `options.dataDir`, as another user where `uid` is given (root only). */
export const holdPostgres = (options: Record<string, unknown> & { dataDir: string }, uid?: number): Holder => {
  const program = fileURLToPath(new URL('hold-postgres.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', program, JSON.stringify(options)], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
    // The leader of a process group, as a command in a terminal is: Ctrl-C is a signal to `-pid`.
    detached: true,
    ...(uid === undefined ? {} : { uid, gid: uid, env: { PATH: process.env.PATH, HOME: '/nowhere' } }),
  })
  const facts: Fact[] = []
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const look of [...waiting]) look()
  }
  createInterface({ input: child.stdout }).on('line', (line) => {
    const fact: unknown = JSON.parse(line)
    if (isFact(fact)) facts.push(fact)
    wake()
  })
  let ended = false
  const end = new Promise<void>((resolve) => {
    child.once('close', () => {
      ended = true
      resolve()
      wake()
    })
  })
  return {
    process: child,
    facts,
    told: (key) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const fact = facts.find((each) => each[key] !== undefined)
          if (!fact && !ended) return
          waiting.delete(look)
          if (fact) resolve(fact)
          else reject(new Error(`The process ended without telling its ${key}: ${JSON.stringify(facts)}`))
        }
        waiting.add(look)
        look()
      }),
    end: async (signal) => {
      if (!ended) child.kill(signal)
      await end
    },
  }
}

/** Runs one statement on a connection of its own and gives the rows. */
export const query = async (url: string, statement: string): Promise<Record<string, unknown>[]> => {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Whether a process of this id runs. An ended one whose parent has not asked for its exit code yet does not. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !existsSync('/proc/self') || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
