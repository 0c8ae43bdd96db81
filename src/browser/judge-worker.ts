import type { Judged, JudgeTask, JudgingEvent } from '../../machines/conditions/judging.ts'
import { conditionProblems } from '../domain/conditions/condition-rules.ts'
import { expressionEngines as engines } from '../domain/conditions/expressions.ts'
import { expressionOf, TOO_LONG } from '../domain/conditions/slow-conditions.ts'
import { classify } from '../domain/results/classify.ts'

const tell = (event: JudgingEvent): void => self.postMessage(event)

const judged = ({ outcome, set, project, variables, isOfProject, barred }: JudgeTask): Judged => {
  const own = set.conditions.filter((one) => !barred.includes(expressionOf(one)))
  const problems = own.flatMap((condition) => {
    tell({ type: 'REACHED', expression: expressionOf(condition) })
    const index = set.conditions.indexOf(condition)
    return conditionProblems({ conditions: [condition] }, { engines, isOfProject }).map((problem) => ({
      ...problem,
      field: problem.field.replace('conditions[0]', `conditions[${index}]`),
    }))
  })
  if (outcome === null) return { problems, classification: null }
  const asked = [...(project?.conditions ?? []), ...set.conditions]
  return {
    problems,
    classification: classify(outcome, set, {
      engines,
      variables,
      ...(project && { project }),
      admit(position) {
        const condition = asked[position]
        const expression = condition === undefined ? null : expressionOf(condition)
        if (expression !== null && barred.includes(expression)) return TOO_LONG
        tell({ type: 'REACHED', expression })
        return null
      },
    }),
  }
}

/** The worker in which conditions are evaluated while they are edited: the only part of the web app that loads the engines. */
self.addEventListener('message', ({ data }: MessageEvent<JudgeTask>) => {
  tell({ type: 'REACHED', expression: null })
  tell({ type: 'ANSWERED', judged: judged(data) })
})
