import { pathMermaid } from '../../../machines/chart/path-mermaid.ts'
import { asJson } from './as-json.ts'
import { isWhole, recordedPath } from './recorded-path.ts'
import type { Selection } from './selection.ts'

/** The path of the selected machine to the selected step, or to now, as text. Rejects with a sentence if its beginning was let go. */
export const pathText = async ({ actor, step }: Selection, format: 'json' | 'mermaid'): Promise<string> => {
  if (!actor) throw new Error('Select a machine first.')
  if (!isWhole(actor))
    throw new Error(
      `The first events of ${actor.name} were let go, so there is no path from its start. Reload the page and repeat the steps.`,
    )
  // The examples know which part of the context tells two moments apart. They are large, so they are loaded when they are needed.
  const { examples } = await import('../../../machines/examples/examples.ts')
  const path = recordedPath(actor, step, examples[actor.machine.id]?.[0]?.tells)
  return format === 'json' ? asJson(path) : pathMermaid(path)
}
