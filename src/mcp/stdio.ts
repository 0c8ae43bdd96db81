import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { protocolServer } from './protocol.ts'
import type { Toolbox } from './toolbox.ts'

/** Serves the protocol over standard input and output until the client closes them, or until the signal. */
export const serveProcess = async (
  toolbox: Toolbox,
  { stdin, signal, onProblem }: { stdin: NodeJS.ReadStream; signal: AbortSignal; onProblem: (error: Error) => void },
): Promise<void> => {
  const over = new Promise<void>((resolve) => {
    stdin.once('end', resolve)
    stdin.once('close', resolve)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  const handle = serveStdio(() => protocolServer(toolbox), { onerror: onProblem })
  await over
  await handle.close()
}
