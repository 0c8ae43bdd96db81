import { appendEntries } from '../store/audit/audit-chain.ts'
import type { Db } from '../store/core/database.ts'
import { newId } from '../store/core/identifiers.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'

type Noted = {
  readonly action: 'project.create' | 'project.delete'
  readonly project: { readonly key: number; readonly id: string; readonly org_id: string | null; readonly name: string }
  readonly now: number
}

/** Writes the audit entry for creating or removing a demo, by the system. Last in the transaction. */
export const auditDemo = (db: Db, sealing: SecretCipher, { action, project, now }: Noted): Promise<void> =>
  appendEntries(
    db,
    sealing,
    [
      {
        id: newId(),
        time: now,
        project_key: project.key,
        org_id: project.org_id,
        actor: { kind: 'system', id: null },
        ip: null,
        user_agent: 'sonde demo',
        resource: { type: 'project', id: project.id, name: project.name },
        action,
        changes: [],
        request_id: newId(),
      },
    ],
    now,
  )
