import { Refusal } from '../refusal.ts'
import type { Db } from '../store/core/database.ts'
import { documentUse } from '../store/projects/document-use.ts'

/** A project whose owners have no confirmed address gets this fraction of the room for documents. */
const UNCONFIRMED_SHARE = 25

const MB = 1_048_576
const inMb = (bytes: number): string => `${Number((bytes / MB).toFixed(1))} MB`

/** Refuses a write that lets the documents of a project grow beyond `most` bytes; null for no limit. Called at the end of its transaction. */
export const refuseDocuments = async (db: Db, projectKey: number, most: number | null): Promise<Refusal | null> => {
  if (most === null) return null
  const { used, added, held } = await documentUse(db, projectKey)
  const room = held ? most / UNCONFIRMED_SHARE : most
  // What makes documents smaller is never refused.
  if (added <= 0 || used <= room) return null
  const before = `${inMb(used - added)} are used`
  return new Refusal(
    403,
    'quota',
    held
      ? `Until an owner of this project confirms an email address, its documents may have ${inMb(room)} (a ${UNCONFIRMED_SHARE}th of SONDE_PROJECT_DOCUMENTS_MB), and ${before}. Open the link that was mailed to the owner.`
      : `This server allows ${inMb(room)} of documents in a project (SONDE_PROJECT_DOCUMENTS_MB), and ${before}: those of monitors, schedules, alerts and all other objects together. Delete some, or ask the operator for a higher limit. A deleted monitor takes room for another 30 days.`,
  )
}
