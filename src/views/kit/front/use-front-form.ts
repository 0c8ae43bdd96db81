import { type FormEvent, useEffect, useMemo, useRef } from 'react'
import { fromPromise } from 'xstate'
import { formMachine, shownFormProblems } from '../../../../machines/form.ts'
import type { Failure, FieldProblem } from '../../../../machines/resource/failure.ts'
import { useAfterPress } from '../../core/use-after-press.ts'
import { useSecretFlow } from '../../core/use-flow.ts'
import { useServerBack } from '../../core/use-server-back.ts'
import { leadToFirstError } from '../../parts/form/lead-to-field.ts'

/** Draft of a form that is sent once: fields of text. */
export type FrontDraft = Readonly<Record<string, string>>

export type FrontForm<Draft extends FrontDraft, Answer> = {
  readonly draft: Draft
  readonly sending: boolean
  readonly failure: Failure | null
  /** Whether the server has taken the form. */
  readonly isAnswered: boolean
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
  /** Begins anew after an answer, with the fields as they were at first. */
  again(): void
}

type Options<Draft, Answer> = {
  base: Draft
  problemsOf: (draft: Draft) => readonly FieldProblem[]
  send: (draft: Draft) => Promise<Answer>
}

/**
 * A form that is sent once, such as those of the front pages. A refusal leads to the first field with an error. It may hold a
 * password, so nothing is kept in storage, the debug screen shows its states without what is typed, and leaving it does not ask.
 */
export const useFrontForm = <Draft extends FrontDraft, Answer>(
  options: Options<Draft, Answer>,
): FrontForm<Draft, Answer> => {
  const latest = useRef(options)
  latest.current = options
  const machine = useMemo(
    () =>
      formMachine.provide({
        actors: {
          // The machine knows no form's type; what goes in as a draft comes out as one.
          send: fromPromise<unknown, { draft: unknown }>(({ input }) => latest.current.send(input.draft as Draft)),
        },
      }),
    [],
  )
  const problemsOf = (draft: unknown) => latest.current.problemsOf(draft as Draft)
  const { ref, snapshot } = useSecretFlow(machine, { base: options.base, problemsOf })
  useServerBack(() => ref.send({ type: 'SERVER_BACK' }))
  const problems = shownFormProblems(snapshot.context)
  const form = useRef<HTMLFormElement>(null)
  const afterPress = useAfterPress()
  const { attempts } = snapshot.context
  useEffect(() => {
    if (attempts > 0 && form.current) leadToFirstError(form.current)
  }, [attempts])
  return {
    draft: snapshot.context.draft as Draft,
    sending: snapshot.matches('sending'),
    failure: snapshot.context.failure,
    isAnswered: snapshot.matches('answered'),
    answer: snapshot.context.answer as Answer | null,
    problems,
    problemOf: (field) => problems.find((problem) => problem.field === field)?.message,
    change: (field, value) => ref.send({ type: 'CHANGE', path: field, value }),
    leave: (field) => afterPress(() => ref.send({ type: 'TOUCH', path: field })),
    submit(event) {
      event.preventDefault()
      form.current = event.currentTarget
      // A password manager may fill fields without telling them.
      const draft = ref.getSnapshot().context.draft as Draft
      for (const [path, value] of new FormData(event.currentTarget))
        if (typeof value === 'string' && draft[path] !== value) ref.send({ type: 'CHANGE', path, value })
      ref.send({ type: 'SEND' })
    },
    again: () => ref.send({ type: 'AGAIN' }),
  }
}
