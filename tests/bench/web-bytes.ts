import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Row } from './row.ts'

type Chunk = { file: string; imports?: string[]; css?: string[]; isEntry?: boolean }

const MOST_KB = 120

/** What the page of a web app names itself, as it comes over the wire: its scripts and styles, one by one and together. */
export const entryBytes = (webDir: string, say: (line: string) => void): Row[] => {
  // The bundler's own list.
  const manifest = JSON.parse(readFileSync(join(webDir, 'manifest.json'), 'utf8')) as Record<string, Chunk>
  const files = new Set<string>()
  const visit = (name: string): void => {
    const chunk = manifest[name]
    if (!chunk || files.has(chunk.file)) return
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const each of chunk.imports ?? []) visit(each)
  }
  for (const [name, chunk] of Object.entries(manifest)) if (chunk.isEntry) visit(name)
  const kb = [...files].map((file) => ({
    file,
    kb: gzipSync(readFileSync(join(webDir, file)), { level: 9 }).length / 1000,
  }))
  for (const each of kb) say(`  ${each.kb.toFixed(1).padStart(6)} kB  ${each.file}`)
  const sum = kb.reduce((total, each) => total + each.kb, 0)
  return [{ figure: 'web: what the page itself names, gzip', value: sum, unit: 'kB', target: `<= ${MOST_KB}` }]
}
