import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Row } from './row.ts'

const MOST_KB = 120

/** Measures the files that a web app's page references, as transferred: its scripts, and with its styles. */
export const entryBytes = (webDir: string, say: (line: string) => void): Row[] => {
  const page = readFileSync(join(webDir, 'index.html'), 'utf8')
  const files = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].flatMap(([, file]) => file ?? [])
  if (!files.some((file) => file.endsWith('.js'))) throw new Error('The page names no script.')
  const kb = files.map((file) => ({
    file,
    kb: gzipSync(readFileSync(join(webDir, file)), { level: 9 }).length / 1000,
  }))
  for (const each of kb) say(`  ${each.kb.toFixed(1).padStart(6)} kB  ${each.file}`)
  const sum = (end: string) => kb.filter(({ file }) => file.endsWith(end)).reduce((total, each) => total + each.kb, 0)
  return [
    { figure: 'web: scripts that the page itself names, gzip', value: sum('.js'), unit: 'kB', target: `<= ${MOST_KB}` },
    { figure: 'web: … with its styles', value: sum(''), unit: 'kB' },
  ]
}
