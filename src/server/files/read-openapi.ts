import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { type Outline, outlineOf, type Skeleton } from '../../domain/files/openapi.ts'
import { DOCUMENT_WORKER } from './document-worker.ts'

/** Largest document that is parsed. */
export const MOST_DOCUMENT_BYTES = 10 * 1024 * 1024
const TIMEOUT_MS = 10_000
const MEMORY_MB = 384
/** Documents parsed at the same time; more wait. */
const AT_ONCE = 2

type Answer = { readonly skeleton: Skeleton | null } | { readonly line: number; readonly why: string }

let running = 0
const waiting: (() => void)[] = []

/** Limits how many documents are parsed at the same time, as each takes memory of its own. */
const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

const TOO_MUCH = { line: 1, why: 'it takes too long or too much memory to parse' }

const parsed = (text: string): Promise<Answer> =>
  new Promise((resolve) => {
    const worker = new Worker(DOCUMENT_WORKER, {
      eval: true,
      // The worker gets none of the server's environment, which holds secrets.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, stackSizeMb: 4 },
      workerData: { text, yaml: createRequire(import.meta.url).resolve('yaml') },
    })
    const done = (answer: Answer) => {
      clearTimeout(timer)
      resolve(answer)
      void worker.terminate()
    }
    const timer = setTimeout(() => done(TOO_MUCH), TIMEOUT_MS)
    worker.on('message', done)
    worker.on('error', () => done(TOO_MUCH))
  })

/**
 * Reads an OpenAPI document, JSON or YAML. Returns its outline, or a sentence about what is wrong and where. A worker parses it, so that no
 * document holds up the server, whatever it contains.
 */
export const readOpenApi = async (bytes: Buffer): Promise<Outline | string> => {
  if (bytes.length > MOST_DOCUMENT_BYTES) return 'must be an OpenAPI document of at most 10 MB.'
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return 'must be an OpenAPI document, JSON or YAML in UTF-8.'
  }
  const answer = await inTurn(() => parsed(text))
  return 'why' in answer
    ? `must be an OpenAPI document, JSON or YAML: ${answer.why}, at line ${answer.line}.`
    : outlineOf(answer.skeleton)
}
