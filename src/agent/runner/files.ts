import type { CallFailure } from './call-failure.ts'
import type { Job } from './request.ts'

/** A stored file of a run. */
export type JobFile = NonNullable<Job['files']>[number]

/** The contents of a run's files, by id. */
export type Files = ReadonlyMap<string, JobFile & { readonly bytes: Buffer }>

/** The files of a run that needs none. */
export const noFiles: Files = new Map()

/** Loads the files of a run, or says why it cannot; `done` is called once the run is over. */
export type FileSource = {
  take(files: readonly JobFile[]): Promise<{ files: Files; done: () => void } | CallFailure>
}
