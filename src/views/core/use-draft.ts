import { useSelector } from '@xstate/react'
import { useEffect, useMemo, useRef } from 'react'
import { fromPromise } from 'xstate'
import { type DraftInput, draftMachine, keptDraft, shownProblems, unconfirmedSave } from '../../../machines/draft.ts'
import type { Failure } from '../../../machines/resource/failure.ts'
import type { Problem } from '../../domain/core/problem.ts'
import { useApp } from './app-context.ts'
import { machineOf } from './machines-of.ts'
import { useOnScreen } from './screen-machines.ts'
import { useAfterPress } from './use-after-press.ts'
import { useChart } from './use-chart.ts'
import { useServerBack } from './use-server-back.ts'
import { useUnsaved } from './use-unsaved.ts'

/** The stored content that a save replaces, and its version, which is null where the object has no versions. */
export type SavedOver<Draft> = { readonly base: Draft; readonly version: unknown }

export type DraftState<Draft> = {
  readonly draft: Draft
  /** Field errors to show: those of fields that were left or saved with. */
  readonly problems: readonly Pick<Problem, 'field' | 'message'>[]
  readonly dirty: boolean
  /** A new object that nobody has changed or saved yet. */
  readonly untouched: boolean
  readonly saving: boolean
  readonly saveError: Failure | null
  /** The server is back, and nothing tells what became of a save that it did not answer; see `unconfirmedSave`. */
  readonly unconfirmed: 'same' | 'changed' | null
  /** Counts refused saves, so that each can take the focus to the errors. */
  readonly attempts: number
  /** What was stored elsewhere meanwhile; null where nothing was. */
  readonly newer: Draft | null
  /** The version of `newer`; null where the object has no versions. */
  readonly newerVersion: unknown
  /** What was stored when the draft was begun. */
  readonly opened: Draft
  change(path: string, value: unknown): void
  touch(path: string): void
  save(): void
  discard(): void
}

/** Whether a dialog covers the page: it took the focus, so the person did not leave the field. */
const isBehindDialog = (): boolean => document.querySelector('dialog:modal') !== null

/**
 * An edited form. The commands `save` and `discard` act on it, leaving it with unsaved changes asks for confirmation, and the
 * draft survives a reload of the tab.
 */
export const useDraft = <Draft extends object>(options: {
  /** Names the form among all: `monitor:<id>`. */
  key: string
  base: Draft
  /** The version of `base`, which the draft remembers: any JSON value. */
  version?: unknown
  problemsOf: (draft: Draft, base: Draft) => readonly Pick<Problem, 'field' | 'message'>[]
  /** Stores the draft; rejects with `StaleSave` where another version than the one it is saved over is stored. */
  save: (draft: Draft, over: SavedOver<Draft>) => Promise<Draft>
  /** A new object: it can be saved before anything was changed. */
  isNew?: boolean
  /** Leaves the form of a new object once it is stored. What was typed since it was sent is not: `later` names the form that keeps it. */
  onSaved?: (typedOn: boolean) => void
  later?: () => string | null
  /** A save of a form without changes. */
  onUnchanged?: () => void
}): DraftState<Draft> => {
  const { key, base, version = null, problemsOf, save, isNew = false } = options
  const { app, sessionStore } = useApp()
  const afterPress = useAfterPress()
  /** The form that keeps the draft: this one, then another or none. */
  const keeper = useRef<string | null>(key)
  // The machine knows no form's type; what goes in as a draft comes out as one.
  const machine = useMemo(
    () =>
      draftMachine.provide({
        actors: {
          save: fromPromise<unknown, { draft: unknown; base: unknown; version: unknown }>(
            ({ input: { draft, base: over, version: at } }) =>
              save(draft as Draft, { base: over as Draft, version: at }),
          ),
        },
        actions: {
          keep: ({ context }) => {
            if (keeper.current !== null) sessionStore.write(`draft.${keeper.current}`, keptDraft(context))
          },
          // A draft that another form keeps is that form's to forget.
          forget: () => sessionStore.forget(`draft.${key}`),
        },
      }),
    [key, sessionStore, save],
  )
  const input: DraftInput = {
    base,
    version,
    kept: sessionStore.read(`draft.${key}`),
    problemsOf: (draft, stored) => problemsOf(draft as Draft, stored as Draft),
    isNew,
  }
  const ref = useChart(machine, { input })
  useOnScreen(
    'draft',
    useMemo(() => ({ ref }), [ref]),
  )
  useEffect(() => ref.send({ type: 'LOADED', base, version }), [ref, base, version])
  useServerBack(() => ref.send({ type: 'SERVER_BACK' }))
  const latest = useRef(options)
  latest.current = options
  useEffect(() => {
    const saved = ref.on('saved', () => {
      const snapshot = ref.getSnapshot()
      const typedOn = snapshot.hasTag('dirty')
      sessionStore.forget(`draft.${key}`)
      keeper.current = latest.current.later?.() ?? null
      if (typedOn && keeper.current !== null) sessionStore.write(`draft.${keeper.current}`, keptDraft(snapshot.context))
      // Sent before the screen is left, which would otherwise ask about unsaved changes.
      machineOf(app, 'navigation')?.send({ type: 'CLEANED' })
      latest.current.onSaved?.(typedOn)
    })
    const unchanged = ref.on('unchanged', () => latest.current.onUnchanged?.())
    return () => {
      saved.unsubscribe()
      unchanged.unsubscribe()
    }
  }, [ref, app, key, sessionStore])
  const snapshot = useSelector(ref, (one) => one)
  const dirty = snapshot.hasTag('dirty')
  useUnsaved(dirty ? key : null)
  return {
    draft: snapshot.context.draft as Draft,
    problems: shownProblems(snapshot.context),
    dirty,
    untouched: snapshot.context.isNew && snapshot.matches('clean'),
    saving: snapshot.matches('saving'),
    saveError: snapshot.context.saveError,
    unconfirmed: unconfirmedSave(snapshot.context),
    attempts: snapshot.context.attempts,
    newer: isNew ? null : (snapshot.context.newer as Draft | null),
    newerVersion: snapshot.context.newerVersion,
    opened: snapshot.context.base as Draft,
    change: (path, value) => ref.send({ type: 'CHANGE', path, value }),
    touch: (path) =>
      afterPress(() => {
        if (!isBehindDialog()) ref.send({ type: 'TOUCH', path })
      }),
    save: () => ref.send({ type: 'SAVE' }),
    discard: () => ref.send({ type: 'DISCARD' }),
  }
}
