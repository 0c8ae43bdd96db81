/** A header, parameter, variable or field of a form; `secret`: a person marked it. */
export type Pair = { readonly key: string; readonly value: string; readonly secret?: boolean }

/** Ways to write a request's body, with the type that each is sent as; null: none is set. */
export const BODY_MODES = {
  none: { label: 'None', contentType: null },
  text: { label: 'Text', contentType: 'text/plain' },
  json: { label: 'JSON', contentType: 'application/json' },
  xml: { label: 'XML', contentType: 'application/xml' },
  form: { label: 'Form', contentType: 'application/x-www-form-urlencoded' },
  multipart: { label: 'Multipart', contentType: null },
  file: { label: 'File', contentType: null },
  binary: { label: 'Binary', contentType: null },
} as const

export type BodyMode = keyof typeof BODY_MODES

const typeOf = (headers: readonly Pair[]): string =>
  (headers.find(({ key }) => key.toLowerCase() === 'content-type')?.value ?? '').toLowerCase()

/** Format of a stored body: by its content type, otherwise by its text. */
export const bodyModeOf = (body: string | null, headers: readonly Pair[]): BodyMode => {
  if (body === null) return 'none'
  const type = typeOf(headers)
  if (type.includes('json')) return 'json'
  if (type.includes('xml')) return 'xml'
  if (type.includes('x-www-form-urlencoded')) return 'form'
  if (type !== '') return 'text'
  return /^\s*[[{]/.test(body) ? 'json' : /^\s*</.test(body) ? 'xml' : 'text'
}

const KNOWN_TYPES: readonly string[] = Object.values(BODY_MODES).flatMap(({ contentType }) => contentType ?? [])

/** The headers with the type of a mode: a type that another mode had set is replaced, one that a person wrote for this mode stays. */
export const headersFor = (mode: BodyMode, headers: readonly Pair[]): Pair[] => {
  const { contentType } = BODY_MODES[mode]
  const type = typeOf(headers)
  if (contentType !== null && type !== '' && bodyModeOf('', headers) === mode) return [...headers]
  const replaced = KNOWN_TYPES.some((known) => type.startsWith(known))
  const kept = replaced ? headers.filter(({ key }) => key.toLowerCase() !== 'content-type') : [...headers]
  const isSet = kept.some(({ key }) => key.toLowerCase() === 'content-type')
  return contentType === null || isSet ? kept : [...kept, { key: 'Content-Type', value: contentType }]
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** Placeholders stay readable: what takes their place is written as it is. */
const encoded = (text: string): string =>
  text
    .split(/(%%[A-Z0-9_]+%%|\{\{\s*[A-Za-z]\w*\s*(?:\| *[a-z]+ *)?\}\}|\{\{ *'\{\{' *\}\})/)
    .map((part, index) => (index % 2 === 1 ? part : encodeURIComponent(part)))
    .join('')

/** The fields of a URL-encoded body. */
export const formPairs = (body: string): Pair[] =>
  body === ''
    ? []
    : body.split('&').map((field) => {
        const [key = '', ...value] = field.split('=')
        return { key: decoded(key), value: decoded(value.join('=')) }
      })

/** Fields as a URL-encoded body; a row without a name and a value is not there yet. */
export const formBody = (pairs: readonly Pair[]): string =>
  pairs
    .filter(({ key, value }) => key !== '' || value !== '')
    .map(({ key, value }) => `${encoded(key)}=${encoded(value)}`)
    .join('&')
