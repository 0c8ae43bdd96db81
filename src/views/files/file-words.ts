import type { FileRow } from './file-list.ts'

type Facts = FileRow['file']

/** Kind of a file in words: "OpenAPI 3.1.0", "PNG image". */
export const kindWords = ({ kind, version, content_type }: Pick<Facts, 'kind' | 'version' | 'content_type'>): string =>
  kind === 'openapi' ? `OpenAPI ${version ?? ''}`.trim() : content_type
