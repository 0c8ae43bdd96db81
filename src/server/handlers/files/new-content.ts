import { VERSION } from '../../../contract/core/version.ts'
import { cutText } from '../../../domain/core/cut-text.ts'
import { type Problem, problem } from '../../../domain/core/problem.ts'
import { mediaTypeOf } from '../../../domain/files/file-rules.ts'
import { fetchFile } from '../../files/fetch-file.ts'
import { MOST_DOCUMENT_BYTES, readOpenApi } from '../../files/read-openapi.ts'
import { openContent, storeText } from '../../files/uploads.ts'
import type { ProjectContext } from '../../http/context.ts'
import { Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { readContent } from '../../store/files/contents.ts'
import type { FileDoc } from '../../store/files/files.ts'

/** New content of a file and what follows from it. `contentKey` is null if the content stays. */
export type Content = Pick<FileDoc, 'kind' | 'openapi'> &
  Partial<Pick<FileDoc, 'file_name' | 'media_type' | 'size' | 'sha256' | 'source_url' | 'last_sync'>> & {
    readonly contentKey: number | null
    /** The title of an OpenAPI document. */
    readonly title: string | null
  }

/** The fields of a document that its content decides. */
export const factsOf = ({ contentKey: _, title: __, ...facts }: Content): Partial<FileDoc> => facts

type Kind = FileDoc['kind']
type Received = {
  readonly contentKey: number
  readonly size: number
  readonly sha256: string
  readonly fileName: string
  readonly mediaType: string
}

const looksLikeDocument = (fileName: string, mediaType: string): boolean =>
  /\.(json|ya?ml)$/i.test(fileName) || /[/+](json|yaml|x-yaml)\b/i.test(mediaType)

/** Reads a content as an OpenAPI document. Where nobody says that it is one, anything else is an ordinary file. */
const judged = async (
  context: ProjectContext,
  received: Received,
  kind: Kind | null,
): Promise<Pick<Content, 'kind' | 'openapi' | 'title'> | string> => {
  const ordinary = { kind: 'other', openapi: null, title: null } as const
  if (kind === 'other' || (kind === null && !looksLikeDocument(received.fileName, received.mediaType))) return ordinary
  if (received.size > MOST_DOCUMENT_BYTES)
    return kind === null ? ordinary : 'must be an OpenAPI document of at most 10 MB.'
  const bytes = await readContent(context.db, received.contentKey, MOST_DOCUMENT_BYTES)
  const outline = await readOpenApi(bytes)
  if (typeof outline === 'string') return kind === null ? ordinary : outline
  return { kind: 'openapi', openapi: { ...outline, operations: outline.operations.length }, title: outline.title }
}

const accepted = async (context: ProjectContext, received: Received, kind: Kind | null): Promise<Content | string> => {
  const facts = await judged(context, received, kind)
  if (typeof facts === 'string') return facts
  const { contentKey, size, sha256, fileName } = received
  const media_type = mediaTypeOf(received.mediaType, fileName)
  return { ...facts, contentKey, size, sha256, file_name: fileName || 'file', media_type }
}

type Body = { readonly name?: string; readonly kind?: Kind; readonly text?: string }

/** The content that a body brings: an upload, a text, or another kind for the content that is there; null for none. */
export const contentOfBody = async (
  { configuration }: Pick<Services, 'configuration'>,
  { name, kind, text }: Body,
  base: FileDoc,
  context: ProjectContext,
): Promise<Content | { problems: Problem[] } | Refusal | null> => {
  const { db, project, now, upload } = context
  const wanted = kind ?? (base.sha256 === '' ? null : base.kind)
  let received: Received | null = upload
  if (!upload && text !== undefined) {
    const stored = await storeText(db, project.key, configuration, { text, now })
    if (stored instanceof Refusal) return stored
    received = { ...stored, ...namesOfText(name, base, text) }
  }
  if (received) {
    const content = await accepted(context, received, wanted)
    if (typeof content === 'string') return { problems: [problem(upload ? 'file' : 'text', 'invalid', content)] }
    return { ...content, source_url: null, last_sync: null }
  }
  return null
}

/** A text has the file name of the one before it, or the name that it is given. */
const namesOfText = (name: string | undefined, base: FileDoc, text: string) => {
  if (base.file_name !== '') return { fileName: base.file_name, mediaType: base.media_type }
  const plain = (name ?? 'file').trim().replace(/[\p{Cc}/\\]/gu, '-')
  const ending = /\.[a-z0-9]{1,8}$/i.test(plain) ? '' : /^\s*[{[]/.test(text) ? '.json' : '.txt'
  return { fileName: `${cutText(plain, 240)}${ending}`, mediaType: '' }
}

/** The content at a web address; a refusal that says what is wrong with it. */
export const contentOfUrl = async (
  { configuration, allowed }: Pick<Services, 'configuration' | 'allowed'>,
  url: string,
  kind: Kind | null,
  context: ProjectContext,
): Promise<Content | Refusal> => {
  const { db, project, now } = context
  const fetched = await fetchFile(url, {
    allowed,
    userAgent: `Sonde/${VERSION}`,
    open: () => openContent(db, project.key, configuration, { bytes: null, now }),
  })
  if (fetched instanceof Refusal) return fetched
  const content = typeof fetched === 'string' ? fetched : await accepted(context, fetched, kind)
  if (typeof content === 'string') {
    const unusable = problem('url', 'invalid', content)
    // The request is well-formed: another time, the same address may lead to a file.
    return new Refusal(409, 'conflict', unusable.message, { problems: [unusable] })
  }
  return { ...content, source_url: url, last_sync: now }
}
