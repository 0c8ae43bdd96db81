import type { Alias } from '../../contract/core/alias.ts'
import type { AnyEndpoint } from '../../contract/core/endpoint.ts'
import type { NestedForm, RowFacts } from '../../contract/core/nested-form.ts'
import type { Project } from '../access/caller.ts'
import { Refusal } from '../refusal.ts'
import type { Db } from '../store/core/database.ts'
import { ownersOf } from '../store/core/owners.ts'
import type { Answer } from './answer.ts'
import { isRecord } from './definition.ts'
import { flatBody, nestedRefusal, nestedRow } from './nested-documents.ts'
import type { AnyHandler, Operation } from './operation.ts'
import { parse } from './parse.ts'
import type { AnyInput } from './read-input.ts'

/** Carries out an operation with a parsed input. */
export type Work = (operation: Operation, input: AnyInput) => Promise<Answer | Refusal>

/** Where the request of an alias is: its project, and the store of its owners. */
type Place = { readonly db: Db; readonly project: Project | null }

/**
 * Answers an alias: translates its input, lets the endpoint that it stands for do the work under its own name, and translates the answer or
 * refusal back.
 */
export const aliasWork = async (
  work: Work,
  { original, alsoOf, form, projectAs, lists }: Alias,
  handler: AnyHandler,
  input: AnyInput,
  place: Place,
): Promise<Answer | Refusal> => {
  const outcome = await work(
    { name: alsoOf, endpoint: original, handler },
    {
      ...input,
      ...(form && flatInput(form, original, input)),
      ...(projectAs !== undefined && { params: { [projectAs]: place.project?.id ?? '' } }),
    },
  )
  if (outcome instanceof Refusal) return form ? nestedRefusal(form, outcome) : outcome
  const { status, answer } = outcome
  if (!isRecord(answer)) return outcome
  const rows = original.lists ? [answer[original.lists]].flat() : [answer]
  const facts = form ? await factsOf(place, rows) : () => NO_FACTS
  const shown = form ? rows.map((row) => nestedRow(form, row, facts(row))) : rows
  if (!lists) return { status, answer: shown[0] }
  const meta = { ...Object(answer.meta), ...(place.project && { project_id: place.project.id }) }
  return { status, answer: { meta, [lists]: shown } }
}

/** The body of the kind, and its names under the fields that they have there. */
const flatInput = (form: NestedForm, original: AnyEndpoint, { body: nested, names }: AnyInput) => {
  const body = flatBody(form, nested)
  if (names.length === 0) return { body, names }
  const parsed = parse(original, 'body', body)
  return { body, names: 'names' in parsed ? parsed.names : [] }
}

const NO_FACTS: RowFacts = { projectId: null, owner: null }

/** Looks up facts about rows that the kind does not show. */
const factsOf = async ({ db, project }: Place, rows: readonly unknown[]): Promise<(row: unknown) => RowFacts> => {
  if (!project) return () => NO_FACTS
  const idOf = (row: unknown) => (isRecord(row) ? String(row.id) : '')
  const owners = await ownersOf(db, project.key, rows.map(idOf))
  return (row) => ({ projectId: project.id, owner: owners.get(idOf(row)) ?? null })
}
