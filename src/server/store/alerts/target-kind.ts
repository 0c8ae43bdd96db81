/** The kind of what a result, alert or notification is about. */
export type TargetKind = 'monitor' | 'workflow'

/** Reads the kind of an object that runs: a browser test is a monitor. Null where the object is gone, and for standing conditions. */
export const targetKindOf = (kind: string | null): TargetKind | null =>
  kind === null || kind === 'signal' ? null : kind === 'workflow' ? 'workflow' : 'monitor'
