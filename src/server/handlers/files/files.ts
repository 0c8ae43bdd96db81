import { sql } from 'kysely'
import type { BodyOf } from '../../../contract/core/endpoint.ts'
import type { Row } from '../../../contract/core/resource.ts'
import { files as fileResource } from '../../../contract/files/files.ts'
import { fileInUse, fileUsers } from '../../../domain/core/in-use.ts'
import { type Problem, problem } from '../../../domain/core/problem.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { fileProblems, sourceProblems } from '../../../domain/files/file-rules.ts'
import { BodyStream } from '../../http/body-stream.ts'
import type { HandlersOf, ProjectContext } from '../../http/context.ts'
import { crud, resourceOf } from '../../http/crud.ts'
import type { Upload } from '../../http/multipart.ts'
import { invalid, notFound, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { schemaFault } from '../../store/conditions/schema-files.ts'
import type { Stored } from '../../store/core/objects.ts'
import { claimContent, contentKeyOf, readPiece, releaseContent } from '../../store/files/contents.ts'
import { type FileDoc, files, UNUSED, usersOf } from '../../store/files/files.ts'
import { previewOf } from './file-preview.ts'
import { type Content, contentOfBody, contentOfUrl, factsOf } from './new-content.ts'

type FileRow = Row<typeof fileResource>
type Endpoints = (typeof fileResource)['endpoints']
type Change = BodyOf<Endpoints['file.update']>

const EMPTY: FileDoc = {
  description: null,
  tags: [],
  kind: 'other',
  file_name: '',
  media_type: 'application/octet-stream',
  size: 0,
  sha256: '',
  openapi: null,
  source_url: null,
  last_sync: null,
}

/** The labels of a body, which may be wrapped as reading returns them. */
const labelsOf = ({ meta, name, description, tags }: Change) => ({
  ...meta,
  ...(name !== undefined && { name }),
  ...(description !== undefined && { description }),
  ...(tags !== undefined && { tags }),
})

const kitOf = (services: Services) =>
  crud(fileResource, files, {
    blank: () => EMPTY,
    name: (draft, before) => labelsOf(draft).name?.trim() ?? before ?? '',
    rules: (draft, before, { upload }) => {
      const problems = [...fileProblems(labelsOf(draft)), ...contentProblems(draft, upload, before === null)]
      const isNew = upload !== null || draft.text !== undefined
      if (before !== null && draft.kind !== undefined && draft.kind !== before.kind && !isNew)
        problems.push(problem('kind', 'forbidden', 'must be sent together with the content, which is checked for it.'))
      return problems
    },
    resolve: async (draft, base, context) => {
      const content = await contentOfBody(services, draft, base, context)
      if (content instanceof Refusal) return content
      if (content !== null && 'problems' in content) return { found: null, problems: content.problems }
      return { found: content, problems: [] }
    },
    toDoc: (base, draft, found) => {
      const { name: _, ...labels } = labelsOf(draft)
      return { ...base, ...labels, ...(found && factsOf(found)) }
    },
    toRows: rowsOf,
    narrow: ({ kind }) => (kind === undefined ? undefined : sql<boolean>`doc ->> 'kind' = ${kind}`),
    after: async (stored, { found }, { db, now }) => {
      if (found?.contentKey != null) await claimContent(db, stored.key, found.contentKey, now)
    },
    beforeRemove: ({ key }, { db, now }) => releaseContent(db, key, now),
  })

/** Handlers of files. */
export const fileHandlers = (services: Services): HandlersOf<Endpoints> => {
  const kit = kitOf(services)
  const create = async (
    draft: BodyOf<Endpoints['file.create']>,
    content: Content,
    context: ProjectContext,
  ): Promise<FileRow> => {
    const { db, project, actor: owner, now } = context
    const { name = '', description = null, tags = [] } = draft
    const doc: FileDoc = { ...EMPTY, description, tags, ...factsOf(content) }
    const stored = await files.create(db, {
      projectKey: project.key,
      name: name.trim() || content.title || content.file_name || 'File',
      doc,
      owner,
      now,
    })
    if (content.contentKey !== null) await claimContent(db, stored.key, content.contentKey, now)
    context.record({ resource: resourceOf(fileResource, stored), after: { name: stored.name, ...doc } })
    return kit.row(stored, context)
  }
  const add = async (draft: BodyOf<Endpoints['file.create']>, context: ProjectContext): Promise<FileRow | Refusal> => {
    const problems = [...fileProblems(draft), ...contentProblems(draft, context.upload, true)]
    if (problems.length > 0) return invalid(problems)
    const content = await contentOfBody(services, draft, EMPTY, context)
    if (content === null) return invalid(problems)
    if (content instanceof Refusal) return content
    return 'problems' in content ? invalid(content.problems) : create(draft, content, context)
  }
  const fetch = async (
    { url, ...draft }: BodyOf<Endpoints['file.fetch']>,
    context: ProjectContext,
  ): Promise<FileRow | Refusal> => {
    const problems = [...sourceProblems(url), ...fileProblems(draft)]
    if (problems.length > 0) return invalid(problems)
    const content = await contentOfUrl(services, url.trim(), draft.kind ?? null, context)
    return content instanceof Refusal ? content : create(draft, content, context)
  }
  return {
    ...kit.handlers,
    'file.create': ({ body }, context) => add(body, context),
    'file.update': async (input, context) => {
      const row = await kit.handlers['file.update'](input, context)
      const isNew = context.upload !== null || input.body.text !== undefined
      const fault = row instanceof Refusal || !isNew ? null : await schemaUseFault(input.params.id, context)
      if (fault === null) return row
      return invalid([problem(context.upload === null ? 'text' : 'file', 'invalid', fault)])
    },
    'file.add-openapi': ({ body }, context) => add({ ...body, kind: 'openapi' }, context),
    'file.fetch': ({ body }, context) => fetch(body, context),
    'file.fetch-openapi': ({ body }, context) => fetch({ ...body, kind: 'openapi' }, context),

    'file.refresh': async ({ params }, context) => {
      const before = await kit.forChange(params.id, context)
      if (before instanceof Refusal) return before
      const { source_url: url, kind } = before.doc
      if (url === null)
        return new Refusal(422, 'invalid', 'This file was uploaded: it has no address to fetch it from again.')
      const content = await contentOfUrl(services, url, kind, context)
      if (content instanceof Refusal) return content
      const { db, now } = context
      const doc = { ...before.doc, ...factsOf(content) }
      const stored = await files.update(db, before, { name: before.name, doc, now })
      if (content.contentKey !== null) await claimContent(db, stored.key, content.contentKey, now)
      const fault = await schemaUseFault(stored.id, context)
      if (fault !== null)
        return new Refusal(409, 'conflict', problem('The content at the address', 'invalid', fault).message)
      context.record({ resource: resourceOf(fileResource, stored), before: before.doc, after: doc })
      return kit.row(stored, context)
    },

    'file.remove': async ({ params }, context) => {
      const stored = await kit.forChange(params.id, context)
      if (stored instanceof Refusal) return stored
      const { db, project } = context
      // Whatever begins to use it holds a lock on its row.
      await sql`select key from object where key = ${stored.key} for update`.execute(db)
      const used = fileInUse((await usersOf(db, project.key, [stored.id])).get(stored.id) ?? UNUSED)
      if (used !== null) return new Refusal(409, 'conflict', used)
      return kit.handlers['file.remove']({ params, query: {}, body: undefined }, context)
    },

    'file.content': async ({ params }, { db, project }) => {
      const stored = await files.read(db, project.key, params.id)
      const contentKey = stored && (await contentKeyOf(db, stored.key))
      if (!stored || contentKey === undefined) return notFound('file')
      let piece = 0
      // Never a type that a browser shows.
      return new BodyStream('application/octet-stream', () => readPiece(db, contentKey, piece++), stored.doc.file_name)
    },

    'file.preview': async ({ params }, { db, project }) => {
      const stored = await files.read(db, project.key, params.id)
      const contentKey = stored && (await contentKeyOf(db, stored.key))
      return stored && contentKey !== undefined ? previewOf(db, stored.doc, contentKey) : notFound('file')
    },
  }
}

/** Field errors of a body that brings its content in two ways, or in none although it must. */
const contentProblems = ({ text }: { readonly text?: string }, upload: Upload | null, isNeeded: boolean): Problem[] => {
  if (upload !== null && text !== undefined)
    return [problem('text', 'forbidden', 'must be absent where a file is uploaded.')]
  return isNeeded && upload === null && text === undefined
    ? [problem('file', 'required', 'must be a file to upload; or send text, its content.')]
    : []
}

/** Why the new content of a file cannot be what conditions use it as, as the rest of a sentence; null if nothing speaks against it. */
const schemaUseFault = async (id: string, { db, project }: ProjectContext): Promise<string | null> => {
  const users = (await usersOf(db, project.key, [id], 'schema')).get(id)
  const fault = users ? await schemaFault(db, project.key, id) : null
  return users && fault !== null
    ? `must be a JSON schema, because the file is used as one by ${fileUsers(users)}; the new content ${fault}.`
    : null
}

const rowsOf = async (stored: readonly Stored<FileDoc>[], { db, project }: ProjectContext): Promise<FileRow[]> => {
  const users = await usersOf(
    db,
    project.key,
    stored.map(({ id }) => id),
  )
  return stored.map(({ id, name, owner, created, last_update, doc }) => ({
    id,
    meta: {
      name,
      description: doc.description,
      tags: [...doc.tags],
      owner,
      created: formatTime(created),
      last_update: formatTime(last_update),
    },
    file: {
      kind: doc.kind,
      name: doc.file_name,
      content_type: doc.media_type,
      size: doc.size,
      sha256: doc.sha256,
      version: doc.openapi?.version ?? null,
      title: doc.openapi?.title ?? null,
      api_version: doc.openapi?.api_version ?? null,
      operations: doc.openapi?.operations ?? null,
      source_url: doc.source_url,
      last_sync: doc.last_sync === null ? null : formatTime(doc.last_sync),
    },
    used_by: [...(users.get(id) ?? UNUSED).monitors],
    used_by_project: (users.get(id) ?? UNUSED).isInProject,
  }))
}
