import type { Example } from '../chart/example.ts'
import { judgingMachine, type Tried } from '../conditions/judging.ts'

const tried: Tried = {
  outcome: null,
  set: { meta: {}, conditions: [{ source: 'json', property: '$.id', condition: 'exists' }] },
  project: null,
  variables: {},
  isOfProject: false,
}

export const judging: readonly Example[] = [
  {
    machine: judgingMachine,
    cases: {
      CHANGED: [{ tried }, { tried: { ...tried, isOfProject: true } }],
      REACHED: [{ expression: null }, { expression: '["json"]' }],
      ANSWERED: [{ judged: { problems: [], classification: null } }],
    },
    tells: ({ tried, judged, barred, expression }) => [tried, judged, Math.min(1, barred.length), expression],
  },
]
