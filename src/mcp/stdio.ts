import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { messageLines } from './message-lines.ts'
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
  const lines = messageLines((refusal) => {
    // JSON-RPC gives such an answer the id null, which the types of the protocol leave out.
    transport.send(refusal as unknown as Parameters<typeof transport.send>[0]).catch(onProblem)
  })
  const transport = new StdioServerTransport(stdin.pipe(lines))
  const handle = serveStdio(() => protocolServer(toolbox), { transport, onerror: onProblem })
  await over
  await handle.close()
}
