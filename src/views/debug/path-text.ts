import { type PathDocument, slugOf } from '../../../machines/chart/path-document.ts'
import { featureOf } from '../../../machines/chart/path-gherkin.ts'
import { pathMermaid } from '../../../machines/chart/path-mermaid.ts'
import { specHead, specTest } from '../../../machines/chart/path-playwright.ts'
import type { PathFormat } from '../../commands/core/machine-events.ts'
import { partCode } from '../core/part-code.ts'
import { asJson } from './as-json.ts'
import { isWhole, recordedPath } from './recorded-path.ts'
import type { Selection } from './selection.ts'

/** Where a spec runs: in a folder that `sonde paths` writes, beside its driver. */
const where = (chart: string): string =>
  `// Runs in the folder that “sonde paths ${chart} --format playwright --out DIR” writes. A machine that has no driver there needs one of yours.`

/** A path in each format. */
const TEXTS: Readonly<Record<PathFormat, (path: PathDocument) => string>> = {
  json: asJson,
  mermaid: pathMermaid,
  playwright: (path) =>
    [where(path.chart), ...specHead(path.chart, `./drivers/${slugOf(path.chart)}.mjs`), ...specTest(path)].join('\n'),
  gherkin: (path) => featureOf(path.chart, [path]),
}

/** The path of the selected machine to the selected step, or to now, as text. Rejects with a sentence if its beginning was let go. */
export const pathText = async ({ actor, step }: Selection, format: PathFormat): Promise<string> => {
  if (!actor) throw new Error('Select a machine first.')
  if (!isWhole(actor))
    throw new Error(
      `The first events of ${actor.name} were let go, so there is no path from its start. Reload the page and repeat the steps.`,
    )
  // The examples know which part of the context tells two moments apart. They are large, so they are loaded when they are needed.
  const { examples } = await partCode(() => import('../../../machines/examples/examples.ts'))
  return TEXTS[format](recordedPath(actor, step, examples[actor.machine.id]?.[0]?.tells))
}
