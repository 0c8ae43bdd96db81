import { type PathDocument, slugOf } from '../../../machines/chart/path-document.ts'
import type { ExportedFile } from './exported-file.ts'

/** The kit that exported tests run with, by its paths in this folder. */
const kit: Readonly<Record<string, string>> = import.meta.glob('./kit/**/*.mjs', {
  query: '?raw',
  import: 'default',
  eager: true,
})

type Skip = (path: PathDocument) => string | null

/** The same drivers as modules, which know the paths that no browser can take. */
const drivers: Readonly<Record<string, { readonly skip?: Skip }>> = import.meta.glob('./kit/drivers/*.mjs', {
  import: 'driver',
  eager: true,
})

const PREFIX = './kit/'
const DRIVERS = `${PREFIX}drivers/`

/** The driver of a chart of the product, as a path in the export; null where there is none. */
export const ownDriver = (chart: string): string | null => {
  const path = `drivers/${slugOf(chart)}.mjs`
  return `${PREFIX}${path}` in kit ? path : null
}

/** The parts of the kit besides the drivers, and the drivers of some charts. */
export const kitFiles = (charts: readonly string[], also: readonly string[] = []): readonly ExportedFile[] => {
  const drivers = new Set(charts.map((chart) => `${DRIVERS}${slugOf(chart)}.mjs`))
  const needed = new Set(also.map((name) => `${PREFIX}${name}`))
  return Object.entries(kit)
    .filter(([path]) => drivers.has(path) || path.startsWith(`${PREFIX}support/`) || needed.has(path))
    .map(([path, text]) => ({ path: path.slice(PREFIX.length), text }))
}

/** Why a browser cannot take a path of the product; null where it can. */
export const reasonToSkip = (path: PathDocument): string | null =>
  drivers[`${DRIVERS}${slugOf(path.chart)}.mjs`]?.skip?.(path) ?? null
