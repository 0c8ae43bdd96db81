import { useCallback, useMemo, useRef } from 'react'
import { StaleSave } from '../../../../machines/draft.ts'
import { isEqual } from '../../../../machines/draft-path.ts'
import { CallError } from '../../../../machines/resource/failure.ts'
import { recorded } from '../../../commands/core/undo/recording.ts'
import type { World } from '../../../commands/core/world.ts'
import { useApp } from '../../core/app-context.ts'
import { type DraftState, type SavedOver, useDraft } from '../../core/use-draft.ts'
import { unsavedWork } from '../../core/use-unsaved.ts'
import { useWorld } from '../../core/use-world.ts'
import type { FieldTable, FormProblem } from './field-errors.ts'
import type { FormTable } from './form-table.ts'

/** The state of a form that its controls need: texts, values, errors and setters. */
export type FormControls<Form, Name extends string = string> = {
  readonly fields: FieldTable & Readonly<Record<Name, unknown>>
  readonly draft: Form
  /** Field errors to show. */
  readonly problems: readonly FormProblem[]
  change(path: string, value: unknown): void
  touch(path: string): void
}

/** The form of a record: a draft with its table of fields. */
export type RecordFormState<Form, Name extends string = string> = DraftState<Form> &
  FormControls<Form, Name> & {
    readonly base: Form
    readonly isNew: boolean
    /** All field errors, shown or not. */
    readonly all: readonly FormProblem[]
    /** Words of what was changed: `name`, `tags`. */
    readonly parts: readonly string[]
    /** Words of what was changed elsewhere meanwhile. */
    readonly theirParts: readonly string[]
    /** The time at which that was stored; null where the record does not tell. */
    readonly theirTime: string | null
  }

/** The versions of a record, where a save names the one that it changes, and is refused with 409 once another is stored. */
export type RecordVersions<Row, Version> = {
  /** That of the form's `base`. */
  readonly version: Version
  versionOf(row: Row): Version
  /** Loads the record as it is stored now. */
  reread(): Promise<Row>
}

type RecordFormOptions<Form, Row, Body, Name extends string, Version> = {
  readonly table: FormTable<Form, Row, Body, Name>
  /** Names the draft among all: `schedule:new`, `schedule:<id>`. */
  readonly key: string
  /** The form of what is stored, or what a new form begins with. */
  readonly base: Form
  readonly versions?: RecordVersions<Row, Version>
  /** Stores the form over a version, in a world that records what undoes it. `changed` are the words of the parts that differ from it. */
  readonly save: (
    body: Body,
    more: { world: World; form: Form; changed: readonly string[]; version: Version },
  ) => Promise<Row>
  /** Leaves the form of a new record; absent for one that is stored. */
  readonly leave?: (row: Row) => void
  /** The `key` of the form of a new record once it is stored: what was typed after it was sent is a draft there. */
  readonly laterKey?: (row: Row) => string
}

/** The first of some equal values: rows are made anew with each live event, forms are about their content. */
const useSteady = <Value>(value: Value): Value => {
  const kept = useRef(value)
  if (!isEqual(kept.current, value)) kept.current = value
  return kept.current
}

/** Errors of the server at the fields of the form. */
const refusedAt =
  <Form, Row, Body>(table: FormTable<Form, Row, Body>, form: Form) =>
  (thrown: unknown): never => {
    if (!(thrown instanceof CallError) || thrown instanceof StaleSave) throw thrown
    const { failure } = thrown
    throw new CallError({ ...failure, problems: table.refusedOf(form, failure.problems) }, { cause: thrown })
  }

/** The version that a draft was begun on. It comes out of the machine as it went in, but the machine knows no record's type. */
const asVersion = <Version>(known: unknown): Version => known as Version

const isStale = (thrown: unknown): thrown is CallError => thrown instanceof CallError && thrown.failure.status === 409

/** Edits a record by its table of fields. */
export const useRecordForm = <Form extends object, Row, Body, Name extends string, Version = null>(
  options: RecordFormOptions<Form, Row, Body, Name, Version>,
): RecordFormState<Form, Name> => {
  const { table, key, leave } = options
  const { app } = useApp()
  const world = useWorld()
  const base = useSteady(options.base)
  const version = useSteady(options.versions?.version ?? null)
  const latest = useRef({ ...options, world })
  latest.current = { ...options, world }
  const stored = useRef<Row | null>(null)
  const isNew = leave !== undefined
  const save = useCallback(
    async (form: Form, over: SavedOver<Form>): Promise<Form> => {
      // Saving a new record again, while the screen after it is loading, would make a second one.
      if (latest.current.leave && stored.current !== null) return over.base
      const changed = table.changedParts(over.base, form)
      const saveOver = (at: unknown) =>
        recorded('Saved', latest.current.world, (recording) =>
          latest.current.save(table.bodyOf(form), {
            world: recording,
            form,
            changed,
            version: asVersion<Version>(at),
          }),
        )
      const row = await saveOver(over.version)
        .catch(async (thrown: unknown) => {
          const { versions } = latest.current
          if (!versions || !isStale(thrown)) throw thrown
          const now = await versions.reread().catch(() => Promise.reject(thrown))
          const found = { theirs: table.formOf(now), version: versions.versionOf(now) }
          if (isEqual(found.version, over.version)) throw thrown
          // Others changed what this form does not hold, which stays as it is.
          if (isEqual(found.theirs, over.base)) return saveOver(found.version)
          throw new StaleSave(thrown.failure, found)
        })
        .catch(refusedAt(table, form))
      stored.current = row
      return table.formOf(row)
    },
    [table],
  )
  const later = () => (stored.current === null ? null : (options.laterKey?.(stored.current) ?? null))
  const onSaved = (typedOn: boolean) => {
    if (stored.current === null) return
    if (typedOn)
      world.tell(
        later() === null
          ? 'What you typed after saving is not saved.'
          : 'What you typed after saving is not saved yet: it is a draft in the edit form.',
        { category: 'WARNING' },
      )
    leave?.(stored.current)
  }
  const onUnchanged = () => {
    const beside = unsavedWork(app)
    world.tell(
      beside.length === 0
        ? 'There are no changes to save.'
        : `This form has no changes to save. Beside it, this is not saved yet: ${beside.join(', ')}.`,
    )
  }
  const { problemsOf } = table
  const state = useDraft({ key, base, version, problemsOf, save, isNew, onSaved, later, onUnchanged })
  const { draft } = state
  const all = useMemo(() => table.problemsOf(draft, base), [table, draft, base])
  const parts = useMemo(() => table.changedParts(base, draft), [table, draft, base])
  const { newer, newerVersion, opened } = state
  const theirTime = newer !== null && typeof newerVersion === 'string' ? newerVersion : null
  const theirParts = useMemo(() => (newer === null ? [] : table.changedParts(opened, newer)), [table, opened, newer])
  return { ...state, fields: table.fields, base, isNew, all, parts, theirParts, theirTime }
}
