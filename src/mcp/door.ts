import { createMcpHandler } from '@modelcontextprotocol/server'
import { protocolServer } from './protocol.ts'
import type { Toolbox } from './toolbox.ts'

export { namedProject } from './named-project.ts'
export { readParameters } from './parameters.ts'
export { openToolbox } from './toolbox.ts'

/** Answers one request of the protocol over HTTP; `send` writes the answer, of which a part may come later. */
export const answerRequest = async (
  toolbox: Toolbox,
  request: Request,
  send: (answer: Response) => Promise<void>,
): Promise<void> => {
  // There is nothing to subscribe to: tools and prompts are always the same.
  const handler = createMcpHandler(() => protocolServer(toolbox), { responseMode: 'json', maxSubscriptions: 0 })
  try {
    await send(await handler.fetch(request))
  } finally {
    await handler.close()
  }
}
