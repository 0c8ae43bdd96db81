import { type PathDocument, slugOf } from '../../../machines/chart/path-document.ts'
import { specHead, specTest } from '../../../machines/chart/path-playwright.ts'
import type { ExportedFile } from './exported-file.ts'

/** Why a browser cannot take a path; null where it can. */
export type Skip = (path: PathDocument) => string | null

/** The spec of a chart: a test for each path, in the order of the chart. */
export const specOf = (chart: string, driver: string, paths: readonly PathDocument[], skip: Skip): ExportedFile => ({
  path: `${slugOf(chart)}.spec.mjs`,
  text: [...specHead(chart, driver), ...paths.flatMap((path) => specTest(path, skip(path)))].join('\n'),
})
