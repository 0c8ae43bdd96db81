import type { Scheduling } from './scheduling.ts'

/** The loops that make due runs, and that bring back times which a wrong clock set too far ahead. */
export const schedulerLoops = (scheduling: Scheduling) =>
  [
    { name: 'scheduler', everyMs: 200, stops: 'work', work: () => scheduling.tick() },
    { name: 'healing', everyMs: 30_000, stops: 'work', work: () => scheduling.heal() },
  ] as const
