import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative, sep } from 'node:path'
import { home } from '../../src/dev/home.ts'

export { home }

/** An import as it is written: what is named, and whether only its types are (then nothing is left of it at run time). */
export type Import = { readonly from: string; readonly typeOnly: boolean }

const isCode = (name: string): boolean => /\.(ts|tsx|mjs)$/.test(name)

/** The code files below a folder of the checkout, as paths with `/` from the checkout. */
export const codeIn = (folder: string): string[] =>
  readdirSync(join(home, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && isCode(entry.name))
    .map((entry) => relative(home, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()

const statement = /^(?:import|export)\s+(type\s+)?(?:[\w*{}\s,$]+?\s+from\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm

/** What a file imports or exports on, in the plain notation that the linter's format leaves. */
export const importsOf = (file: string): Import[] =>
  [...readFileSync(join(home, file), 'utf8').matchAll(statement)].map(([, type, from, called]) => ({
    from: from ?? called ?? '',
    typeOnly: type !== undefined,
  }))

/** The file of the checkout that a relative import names; null for a package. */
export const targetOf = (file: string, { from }: Import): string | null =>
  from.startsWith('.')
    ? normalize(join(dirname(file), from))
        .split(sep)
        .join('/')
    : null

/** A cycle in a graph as the list of its nodes, or null where there is none. */
export const cycleIn = (arrows: ReadonlyMap<string, Iterable<string>>): string[] | null => {
  const done = new Set<string>()
  const visit = (node: string, path: string[]): string[] | null => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node]
    if (done.has(node)) return null
    for (const next of arrows.get(node) ?? []) {
      const cycle = visit(next, [...path, node])
      if (cycle) return cycle
    }
    done.add(node)
    return null
  }
  for (const node of arrows.keys()) {
    const cycle = visit(node, [])
    if (cycle) return cycle
  }
  return null
}
