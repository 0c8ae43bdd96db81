import type { Job } from './request.ts'

/** A stored file of a run. */
export type JobFile = NonNullable<Job['files']>[number]

/** The contents of a run's files, by id. */
export type Files = ReadonlyMap<string, JobFile & { readonly bytes: Buffer }>

/** The files of a run that needs none. */
export const noFiles: Files = new Map()
