import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Api } from './api.ts'
import type { Installation } from './installation.ts'
import type { Programs } from './programs.ts'

/** An agent that an operator runs beside the server; what it keeps on disk survives its ends. */
export type AgentProcess = {
  pid(): number
  start(): void
  kill(): Promise<void>
  stop(): Promise<void>
}

export const startAgentProcess = (
  programs: Programs,
  installation: Pick<Installation, 'joinToken' | 'folder'> & { readonly api: Pick<Api, 'base'> },
  options: { name: string; allowPrivate: string; folder?: string },
): AgentProcess => {
  let child: ChildProcess | null = null
  const start = () => {
    child = spawn(process.execPath, [programs.agent], {
      env: {
        PATH: process.env.PATH,
        SONDE_SERVER_URL: installation.api.base,
        SONDE_JOIN_TOKEN: installation.joinToken,
        SONDE_AGENT_NAME: options.name,
        SONDE_AGENT_DIR: join(installation.folder, options.folder ?? `agent-${options.name}`),
        SONDE_AGENT_PROBE: 'off',
        SONDE_ALLOW_PRIVATE: options.allowPrivate,
        // Without a size of the pool, this process would only start the agent as its child.
        UV_THREADPOOL_SIZE: '32',
      },
      stdio: 'ignore',
    })
  }
  const end = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  start()
  process.once('exit', () => void child?.kill('SIGTERM'))
  return { pid: () => child?.pid ?? 0, start, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}
