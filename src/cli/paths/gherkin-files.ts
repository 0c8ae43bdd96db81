import { type PathDocument, slugOf } from '../../../machines/chart/path-document.ts'
import { featureOf } from '../../../machines/chart/path-gherkin.ts'
import type { ExportedFile } from './exported-file.ts'

/** The feature of a chart, with a scenario for each path, and the spec that runs it. */
export const featureFiles = (
  chart: string,
  driver: string,
  paths: readonly PathDocument[],
): readonly ExportedFile[] => [
  { path: `${slugOf(chart)}.feature`, text: featureOf(chart, paths) },
  {
    path: `${slugOf(chart)}.feature.spec.mjs`,
    text: [
      `import { driver } from '${driver}'`,
      `import { runFeature } from './support/feature.mjs'`,
      '',
      `runFeature(new URL('./${slugOf(chart)}.feature', import.meta.url), ${JSON.stringify(chart)}, driver)`,
      '',
    ].join('\n'),
  },
]
