import { fromPromise } from 'xstate'
import { consoleMachine } from '../../../machines/console.ts'
import type { World } from '../../commands/core/world.ts'

/** The line reader, which comes with the console's chunk so that the first load stays small. */
export type LineReading = typeof import('./line-reading.ts')
type ConsoleLine = Parameters<LineReading['performInConsole']>[0]

/** The console's chart with a reading of lines that arrives when the console is first opened. */
export const consoleChart = (
  world: () => World,
  reading: () => LineReading | null,
  remember: (line: string) => void,
): typeof consoleMachine =>
  consoleMachine.provide({
    actors: {
      perform: fromPromise<unknown, ConsoleLine>(async ({ input, signal }) =>
        (await import('./line-reading.ts')).performInConsole(input, world(), signal),
      ),
    },
    guards: {
      isComplete: (_, { line }) => reading()?.isCompleteLine(line, world()) ?? false,
      isDestructive: (_, { line }) => reading()?.confirmationOfLine(line, world()) != null,
      wordMatches: (_, { line, typed }) => reading()?.isConfirmedBy(line, typed, world()) ?? false,
    },
    actions: {
      remember: (_, { line }) => {
        const kept = reading()?.historyLine(line, world())
        if (kept) remember(kept)
      },
    },
  })
