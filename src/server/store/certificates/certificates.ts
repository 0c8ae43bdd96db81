import { sql } from 'kysely'
import type { Db } from '../core/database.ts'
import { newId } from '../core/identifiers.ts'
import type { Sealed, SecretCipher } from '../core/secret-cipher.ts'

/** A stored client certificate: PEM texts, the private key and its passphrase encrypted. */
export type CertificateDoc = {
  readonly certificate: string
  readonly private_key: Sealed
  readonly passphrase: Sealed | null
  readonly origins: readonly string[]
  readonly subject: string
  readonly issuer: string
  readonly serial: string
  readonly fingerprint_sha256: string
  readonly not_before: number
  readonly chain: number
}

export type StoredCertificate = {
  readonly key: number
  readonly id: string
  readonly name: string
  readonly doc: CertificateDoc
  readonly not_after: number
  readonly created: number
  readonly last_update: number
}

const COLUMNS = sql`key, id, name, doc, not_after, created, last_update`

/** Lists the certificates of an organization, those that expire first first. */
export const certificatesOf = async (db: Db, orgId: string): Promise<StoredCertificate[]> => {
  const { rows } = await sql<StoredCertificate>`
    select ${COLUMNS} from certificate where org_id = ${orgId} order by not_after, key`.execute(db)
  return rows
}

/** Reads a certificate of an organization, locked where it is about to change. */
export const certificateOf = async (
  db: Db,
  orgId: string,
  id: string,
  { forChange = false } = {},
): Promise<StoredCertificate | undefined> => {
  const { rows } = await sql<StoredCertificate>`
    select ${COLUMNS} from certificate where org_id = ${orgId} and id = ${id}
    ${forChange ? sql`for update` : sql``}`.execute(db)
  return rows[0]
}

type Written = { readonly name: string; readonly doc: CertificateDoc; readonly notAfter: number; readonly now: number }

/** Stores a new certificate. */
export const addCertificate = async (db: Db, orgId: string, made: Written): Promise<StoredCertificate> => {
  const { rows } = await sql<StoredCertificate>`
    insert into certificate (id, org_id, name, doc, not_after, created, last_update)
    values (${newId()}, ${orgId}, ${made.name}, ${JSON.stringify(made.doc)}::jsonb, ${made.notAfter}, ${made.now}, ${made.now})
    returning ${COLUMNS}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The certificate was not stored.')
  return row
}

/** Stores a changed certificate. One with another end is warned of anew. */
export const changeCertificate = async (db: Db, key: number, made: Written): Promise<StoredCertificate> => {
  const { rows } = await sql<StoredCertificate>`
    update certificate set name = ${made.name}, doc = ${JSON.stringify(made.doc)}::jsonb, last_update = ${made.now},
      told = case when not_after = ${made.notAfter} then told end, not_after = ${made.notAfter}
    where key = ${key} returning ${COLUMNS}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The certificate was not stored.')
  return row
}

/** Deletes a certificate. */
export const removeCertificate = async (db: Db, key: number): Promise<void> => {
  await sql`delete from certificate where key = ${key}`.execute(db)
}

/** A certificate in clear, as a job carries it, and the origins that it may be presented to. */
export type OpenCertificate = {
  readonly cert: string
  readonly key: string
  readonly passphrase?: string
  readonly origins: readonly string[]
}

/** Opens a certificate for a run. */
export const openCertificate = (
  { certificate: cert, private_key, passphrase, origins }: CertificateDoc,
  sealing: SecretCipher,
): OpenCertificate => ({
  cert,
  key: sealing.open(private_key),
  ...(passphrase && { passphrase: sealing.open(passphrase) }),
  origins,
})

/** Reads the certificates of the organizations of projects, those that were stored last first. */
export const certificatesOfProjects = async (
  db: Db,
  projectKeys: readonly number[],
): Promise<{ project_key: number; name: string; doc: CertificateDoc }[]> => {
  const { rows } = await sql<{ project_key: number; name: string; doc: CertificateDoc }>`
    select p.key as project_key, c.name, c.doc from certificate c join project p on p.org_id = c.org_id
    where p.key = any(${[...projectKeys]}::int[]) order by c.key desc`.execute(db)
  return rows
}

/** A certificate that a project may use, with the project. */
export type ProjectCertificate = Omit<StoredCertificate, 'created'> & { readonly project_key: number }

/** Reads the certificates of the organizations of projects by name: all of them, or those with these ids. */
export const namedCertificates = async (
  db: Db,
  projectKeys: readonly number[],
  ids: readonly string[] | null,
): Promise<ProjectCertificate[]> => {
  if (ids?.length === 0) return []
  const { rows } = await sql<ProjectCertificate>`
    select p.key as project_key, c.key, c.id, c.name, c.doc, c.not_after, c.last_update
    from certificate c join project p on p.org_id = c.org_id
    where p.key = any(${[...projectKeys]}::int[]) and (${ids === null} or c.id = any(${[...(ids ?? [])]}::text[]))
    order by c.name, c.key`.execute(db)
  return rows
}
