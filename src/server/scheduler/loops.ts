import type { Scheduling } from './scheduling.ts'

/** The loops that queue due runs and that reset times set too far ahead by a wrong clock. */
export const schedulerLoops = (scheduling: Scheduling) =>
  [
    { name: 'scheduler', everyMs: 200, stops: 'work', kind: 'scheduling', work: () => scheduling.tick() },
    { name: 'healing', everyMs: 30_000, stops: 'work', kind: 'scheduling', work: () => scheduling.heal() },
  ] as const
