import { useActorRef, useSelector } from '@xstate/react'
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import { draftMachine, shownProblems } from '../../../../machines/draft.ts'
import type { Failure, FieldProblem } from '../../../../machines/resource/failure.ts'
import { useAfterPress } from '../../core/use-after-press.ts'
import { useServerBack } from '../../core/use-server-back.ts'
import { leadToFirstError } from '../../parts/form/lead-to-field.ts'
import { nextTryAt } from './next-try.ts'

/** Draft of a form that is sent once: fields of text. */
export type FrontDraft = Readonly<Record<string, string>>

export type FrontForm<Draft extends FrontDraft, Answer> = {
  readonly draft: Draft
  readonly sending: boolean
  readonly failure: Failure | null
  /** The server's answer; null until it came. */
  readonly answer: Answer | null
  /** Field errors to show: those of fields that were left or sent. */
  readonly problems: readonly FieldProblem[]
  /** The error of a field, once it was left or sent. */
  problemOf(field: keyof Draft & string): string | undefined
  change(field: keyof Draft & string, value: string): void
  leave(field: keyof Draft & string): void
  /** For the form's `onSubmit`: by its button, by Enter, or by a password manager. */
  submit(event: FormEvent<HTMLFormElement>): void
}

type Options<Draft, Answer> = {
  base: Draft
  problemsOf: (draft: Draft) => readonly FieldProblem[]
  send: (draft: Draft) => Promise<Answer>
}

/**
 * A form that is sent once, such as those of the front pages. A refusal leads to the first field with an error. It may hold a
 * password, so nothing is kept in storage or shown on the debug screen, and leaving it does not ask.
 */
export const useFrontForm = <Draft extends FrontDraft, Answer>(
  options: Options<Draft, Answer>,
): FrontForm<Draft, Answer> => {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const latest = useRef(options)
  latest.current = options
  const machine = useMemo(
    () =>
      draftMachine.provide({
        actors: {
          // The machine knows no form's type; what goes in as a draft comes out as one.
          save: fromPromise(async ({ input }) => {
            setAnswer(await latest.current.send(input.draft as Draft))
            return input.draft
          }),
        },
      }),
    [],
  )
  const problemsOf = (draft: unknown) => latest.current.problemsOf(draft as Draft)
  const ref = useActorRef(machine, { input: { base: options.base, problemsOf, isNew: true } })
  useServerBack(() => ref.send({ type: 'SERVER_BACK' }))
  const snapshot = useSelector(ref, (one) => one)
  const problems = shownProblems(snapshot.context)
  const form = useRef<HTMLFormElement>(null)
  const afterPress = useAfterPress()
  const { attempts } = snapshot.context
  useEffect(() => {
    if (attempts > 0 && form.current) leadToFirstError(form.current)
  }, [attempts])
  return {
    draft: snapshot.context.draft as Draft,
    sending: snapshot.matches('saving'),
    failure: snapshot.context.saveError,
    answer,
    problems,
    problemOf: (field) => problems.find((problem) => problem.field === field)?.message,
    change: (field, value) => ref.send({ type: 'CHANGE', path: field, value }),
    leave: (field) => afterPress(() => ref.send({ type: 'TOUCH', path: field })),
    submit(event) {
      event.preventDefault()
      form.current = event.currentTarget
      if (nextTryAt(snapshot.context.saveError) > Date.now()) return
      // A password manager may fill fields without telling them.
      const draft = ref.getSnapshot().context.draft as Draft
      for (const [path, value] of new FormData(event.currentTarget))
        if (typeof value === 'string' && draft[path] !== value) ref.send({ type: 'CHANGE', path, value })
      ref.send({ type: 'SAVE' })
    },
  }
}
