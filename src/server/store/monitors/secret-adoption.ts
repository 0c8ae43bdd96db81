import type { Db } from '../core/database.ts'
import { remember } from '../core/installation.ts'
import { type DocsOf, rewriteDocs } from '../core/rewritten-docs.ts'
import type { SecretCipher } from '../core/secret-cipher.ts'
import { maskPairs } from '../secrets/secret-pairs.ts'
import { changeMonitor, type MonitorDoc } from './monitors.ts'

/** Raised whenever the list of secret names grows (`src/domain/secrets/secret-names.ts`). */
const NAMES = 2

/** The tables of monitors: a deleted one can be restored. */
const TABLES: readonly DocsOf[] = [{ table: 'object', kind: 'monitor' }, { table: 'deleted_monitor' }]

/**
 * Encrypts plain values of older monitors whose names now count as secret, once per change of the list. Logs how many monitors changed;
 * nothing else is recorded, because their documents mean the same.
 */
export const adoptSecrets = async (db: Db, sealing: SecretCipher, log: (line: string) => void): Promise<void> => {
  await remember(db, `secret_names_${NAMES}`, async () => {
    let monitors = 0
    for (const docs of TABLES) monitors += await rewriteDocs(db, docs, (doc: MonitorDoc) => resealed(doc, sealing))
    if (monitors > 0) log(`encrypted the secrets of ${monitors} monitors that were stored in plain text`)
    return { monitors }
  })
}

/** Returns the document as it would be stored today; null if unchanged. */
const resealed = (doc: MonitorDoc, sealing: SecretCipher): MonitorDoc | null => {
  const { url, parameters, headers } = doc.request
  const asked = { url, parameters: maskPairs(parameters), headers: maskPairs(headers) }
  const { doc: changed, problems } = changeMonitor(doc, { request: asked }, sealing)
  const { request } = changed
  // A value equal to the mask was entered as such and stays.
  if (problems.some(({ field }) => field.endsWith('.value'))) return null
  const before = [url, parameters, headers]
  const now = [request.url, request.parameters, request.headers]
  return JSON.stringify(before) === JSON.stringify(now) ? null : { ...doc, request }
}
