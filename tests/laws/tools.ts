import { openSpentCodes } from '../../src/mcp/spent-codes.ts'
import { openToolbox, type Toolbox, type ToolboxOptions } from '../../src/mcp/toolbox.ts'

/** A toolbox whose calls are counted and answered by nobody. */
export const openDeafToolbox = (
  options: Partial<ToolboxOptions> = {},
): { readonly toolbox: Toolbox; readonly calls: string[] } => {
  const calls: string[] = []
  const toolbox = openToolbox({
    call: async (operation) => {
      calls.push(operation)
      throw new Error('Nobody answers.')
    },
    project: null,
    writes: true,
    selection: 'all',
    url: null,
    confirming: { key: Buffer.alloc(32, 1), caller: 'law', spent: openSpentCodes() },
    now: () => 0,
    newId: () => 'id',
    pause: async () => {},
    ...options,
  })
  return { toolbox, calls }
}
