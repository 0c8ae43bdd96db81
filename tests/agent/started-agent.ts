import { onTestFinished } from 'vitest'
import { machineEffects, type RunningAgent, startAgent } from '../../src/agent/agent.ts'
import { readSettings } from '../../src/agent/settings.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { LittleServer } from './little-server.ts'

/** A server with only the agents' protocol, which is up. */
export const serverNow = async (): Promise<LittleServer> => {
  const server = new LittleServer()
  await server.open()
  return server
}

type Started = RunningAgent & { directory: string; said: string[] }

/** Starts an agent that ends with its test. */
export const start = (server: LittleServer, variables: Record<string, string> = {}, stopMs = 300): Started => {
  const directory = variables.SONDE_AGENT_DIR ?? temporaryFolder()
  const said: string[] = []
  const settings = readSettings({
    SONDE_SERVER_URL: `http://127.0.0.1:${server.port}`,
    SONDE_JOIN_TOKEN: server.joinToken,
    SONDE_AGENT_DIR: directory,
    SONDE_ALLOW_PRIVATE: '127.0.0.1',
    ...variables,
  })
  const agent = startAgent(settings, { ...machineEffects((line) => said.push(line)), stopMs })
  onTestFinished(async () => {
    agent.stop()
    await agent.ended.catch(() => {})
  })
  return { ...agent, directory, said }
}
