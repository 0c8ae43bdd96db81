import { type PathDocument, stateWords } from './path-document.ts'

/** Draws a path as a Mermaid `stateDiagram-v2`: its states, and its numbered events between them. */
export const pathMermaid = ({ steps }: PathDocument): string => {
  const states = steps.map(({ value }) => stateWords(value).join(' | '))
  const names = [...new Set(states)]
  const idOf = (state: string | undefined): string => (state === undefined ? '[*]' : `s${names.indexOf(state)}`)
  return [
    'stateDiagram-v2',
    ...names.map((state) => `  state "${state}" as ${idOf(state)}`),
    ...steps.map(({ when }, place) => `  ${idOf(states[place - 1])} --> ${idOf(states[place])}: ${place}. ${when}`),
    '',
  ].join('\n')
}
