import { namedPaths } from '../../machines/chart/coverage.ts'
import { transitionsOf } from '../../machines/chart/transitions.ts'
import { examples } from '../../machines/examples/examples.ts'
import { replay } from '../machines/replay.ts'
import type { Row } from './row.ts'

/** Measures generating the paths over all transitions of all charts, and taking them with real actors. */
export const pathsBench = async (): Promise<Row[]> => {
  const startMs = performance.now()
  const paths = Object.values(examples).flatMap((tried) => namedPaths(tried, 'transitions'))
  const generatedMs = performance.now()
  for (const { example, path } of paths) await replay(example, path)
  const endMs = performance.now()
  const transitions = Object.values(examples).flatMap((tried) =>
    tried.slice(0, 1).flatMap(({ machine }) => transitionsOf(machine)),
  )
  return [
    {
      figure: 'paths over all transitions of all charts',
      value: paths.length,
      unit: '',
      target: `= ${transitions.length}`,
    },
    { figure: 'generating them', value: (generatedMs - startMs) / 1000, unit: 's' },
    { figure: 'generating and replaying them', value: (endMs - startMs) / 1000, unit: 's', target: '< 30' },
  ]
}
