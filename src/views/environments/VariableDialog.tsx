import { useMemo, useState } from 'react'
import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { placeholdersIn } from '../../domain/core/placeholders.ts'
import { GLOBAL, soundsSecret } from '../../domain/environments/variable-rules.ts'
import { textsOfSetup } from '../../domain/monitors/browser-texts.ts'
import { secretOrigins } from '../../domain/secrets/secret-origins.ts'
import { useResource } from '../core/use-resource.ts'
import { useWorld } from '../core/use-world.ts'
import { listedOf, membersOf } from '../kit/form/comma-list.ts'
import { DialogForm } from '../kit/form/DialogForm.tsx'
import { FormField } from '../kit/form/FormField.tsx'
import { useDialogForm } from '../kit/form/use-dialog-form.ts'
import { Inserts } from '../parts/form/Inserts.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import classes from './environments.module.css'
import { variableTable } from './variable-form.ts'
import type { Variable } from './variable-list.ts'

type VariableDialogProps = {
  readonly workspace: string
  /** Null for a new one. */
  readonly variable: Variable | null
  readonly name?: string
}

/** Hint of a plain value: one whose name is like that of a secret is often meant to be one. */
const hintOfPlain = (name: string): string => {
  const hint = 'Shown to everyone in this project.'
  return soundsSecret(name) ? `${hint} To hide it, choose the kind Secret.` : hint
}

/** Preselected kind of a new variable. */
const kindOf = (name: string): 'secret' | 'plain' => (soundsSecret(name) ? 'secret' : 'plain')

/** Dialog that creates or changes a variable. */
export const VariableDialog = ({ workspace, variable, name = '' }: VariableDialogProps) => {
  const world = useWorld()
  const table = useMemo(() => variableTable(variable), [variable])
  const base = variable
    ? {
        name: variable.name,
        kind: variable.secret ? 'secret' : 'plain',
        value: variable.secret ? '' : variable.value,
        origins: listedOf(variable.origins),
      }
    : { ...table.blank, name, kind: kindOf(name) }
  const form = useDialogForm({
    table,
    base,
    send: async ({ name: named, ...body }) => {
      if (variable && named !== variable.name)
        await world.call('variable.rename', { params: { workspace, name: variable.name }, body: { name: named } })
      await world.call('variable.set', { params: { workspace, name: named }, body })
      world.tell(`“${named}” saved in ${workspace}`)
      world.go('environment', { workspace })
    },
  })
  const { draft } = form
  const [opened] = useState(variable)
  const isNewer = variable !== null && variable.updated !== opened?.updated
  const [isKindChosen, setKindChosen] = useState(variable !== null)
  const change: typeof form.change = (path, value) => {
    form.change(path, value)
    if (path === 'kind') setKindChosen(true)
    if (path === 'name' && !isKindChosen) form.change('kind', kindOf(String(value)))
  }
  const shown = { ...form, change }
  const isSecret = draft.kind === 'secret'
  const keeps = isSecret && variable?.secret === true
  return (
    <DialogForm
      form={form}
      title={variable ? `Variable of ${workspace}` : `New variable of ${workspace}`}
      failed="The variable was not saved"
      sending="variable.set"
      closing={{ command: 'variable.close' }}
      holdsInput={draft.value !== base.value || draft.name !== base.name}
    >
      {isNewer && (
        <Notice kind="warning" title="This variable was changed elsewhere while you were editing.">
          Saving replaces their {variable.secret ? 'version' : 'value'}
          {!variable.secret && variable.value !== '' && (
            <>
              {' '}
              <code className={classes.theirs}>{variable.value}</code>
            </>
          )}
          .
        </Notice>
      )}
      <div className="two">
        <FormField form={shown} name="name" />
        <FormField form={shown} name="kind" />
      </div>
      <FormField
        form={form}
        name="value"
        placeholder={keeps ? 'Unchanged' : undefined}
        hint={isSecret ? 'Encrypted, and never shown again.' : hintOfPlain(draft.name)}
      />
      {isSecret && (
        <>
          <FormField form={form} name="origins" />
          <Suggestions
            name={draft.name}
            workspace={workspace}
            chosen={membersOf(draft.origins)}
            onChoose={(origin) => form.change('origins', listedOf([...membersOf(draft.origins), origin]))}
          />
        </>
      )}
    </DialogForm>
  )
}

/** The texts of a monitor in which placeholders are replaced. */
const textsOf = (monitor: AnswerOf<ProductContract['monitor.read']>): string[] => {
  if (monitor.type === 'browser') return [monitor.setup.url, ...textsOfSetup(monitor.setup)]
  const { url, parameters, headers, body } = monitor.request
  return [url, ...[...parameters, ...headers].flatMap(({ key, value }) => [key, value]), body ?? '']
}

type SuggestionsProps = {
  readonly name: string
  readonly workspace: string
  readonly chosen: readonly string[]
  readonly onChoose: (origin: string) => void
}

/** Origins of the monitors that read the variable, to be added with one press. */
const Suggestions = ({ name, workspace, chosen, onChoose }: SuggestionsProps) => {
  const { data } = useResource('monitor.list', {})
  const origins = new Set<string>()
  for (const monitor of data?.data ?? []) {
    if (workspace !== GLOBAL && monitor.meta.workspace !== workspace) continue
    if (!placeholdersIn(textsOf(monitor).join('\n')).includes(name)) continue
    const addressed = monitor.type === 'api' ? monitor.request : { ...monitor.setup, headers: [] }
    for (const origin of secretOrigins(addressed)) origins.add(origin)
  }
  const offered = [...origins].filter((origin) => !chosen.includes(origin)).slice(0, 12)
  return offered.length === 0 ? null : (
    <Inserts
      label="Add an origin of the monitors that read it"
      items={offered.map((origin) => ({ name: origin, words: `Add ${origin}: a monitor that reads ${name} calls it` }))}
      onInsert={onChoose}
    />
  )
}
