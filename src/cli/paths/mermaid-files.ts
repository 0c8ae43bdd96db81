import type { AnyStateMachine } from 'xstate'
import { mermaidOf } from '../../../machines/chart/mermaid.ts'
import { type PathDocument, slugOf, stateWords } from '../../../machines/chart/path-document.ts'
import { nodesOf } from '../../../machines/chart/transitions.ts'
import type { ExportedFile } from './exported-file.ts'

/** A chart with the states of a path lit, and its steps as comments. */
const diagramOf = (machine: AnyStateMachine, { name, steps }: PathDocument): string => {
  const visited = new Set(steps.flatMap(({ value }) => stateWords(value)))
  const lit = nodesOf(machine.root).filter(({ path }) => visited.has(path.join('.')))
  return [
    '---',
    `title: ${name}`,
    '---',
    mermaidOf(machine).trimEnd(),
    ...steps.map(({ when, value }, index) => `  %% ${index}. ${when} leads to ${stateWords(value).join(', ')}`),
    '  classDef path fill:#2f6feb,color:#fff,stroke:#1b4fc4',
    ...lit.map(({ id }) => `  class ${id.replace(/\W/g, '_')} path`),
    '',
  ].join('\n')
}

/** One diagram for each path. */
export const mermaidFiles = (machine: AnyStateMachine, paths: readonly PathDocument[]): readonly ExportedFile[] =>
  paths.map((path) => ({ path: `${slugOf(path.chart)}/${path.name}.mmd`, text: diagramOf(machine, path) }))
