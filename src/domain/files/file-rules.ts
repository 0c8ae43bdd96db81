import { isHeaderName } from '../core/header-rules.ts'
import { type Problem, problem } from '../core/problem.ts'
import { tagProblems } from '../core/tag-rules.ts'
import { hasUserInfo, isWebAddress } from '../core/web-address.ts'

/** A file to create, or the fields of one to change. */
export type FileDraft = {
  readonly name?: string
  readonly tags?: readonly string[]
  readonly text?: string
}

/** Field errors of a file's name and tags. Absent fields are not checked. */
export const fileProblems = ({ name, tags }: FileDraft): Problem[] => [
  ...(name?.trim() === '' ? [problem('name', 'required', 'must not be empty.')] : []),
  ...(tags ? tagProblems('tags', tags) : []),
]

/** Field errors of the address that a file is fetched from. */
export const sourceProblems = (url: string): Problem[] => {
  if (hasUserInfo(url)) return [problem('url', 'forbidden', 'must not contain a user name or password.')]
  return isWebAddress(url.trim())
    ? []
    : [problem('url', 'invalid', 'must be a web address such as https://api.example.com/openapi.json.')]
}

const TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  xml: 'application/xml',
  txt: 'text/plain',
  csv: 'text/csv',
  html: 'text/html',
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  zip: 'application/zip',
}

/** The media type of a file by its ending, where its sender named none. */
export const mediaTypeOf = (sent: string, fileName: string): string => {
  const type = (sent.split(';')[0] ?? '').trim().toLowerCase()
  const [main = '', sub = '', ...more] = type.split('/')
  const isType = type.length <= 255 && more.length === 0 && isHeaderName(main) && isHeaderName(sub)
  if (isType && type !== 'application/octet-stream') return type
  const ending = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''
  return TYPES[ending] ?? 'application/octet-stream'
}
