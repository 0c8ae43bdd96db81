import { placeholdersIn, substitute } from '../../domain/core/placeholders.ts'
import { MASK } from '../../domain/secrets/masking.ts'
import { addressOf, type Job } from './request.ts'

/** Stands for a mask while an address is parsed, in which the mask itself would be encoded. Lower case, as parsers write hosts. */
const MARK = 'zqmaskedzq'

/** An address in which a mask stands, as a parser reads it; null if none can be read. `read` returns the parsed address. */
const withMarks = (read: (mark: (text: string) => string) => URL | null, show: (url: URL) => string): string | null => {
  const url = read((text) => text.replaceAll(MASK, MARK))
  return url && show(url).replaceAll(MARK, MASK)
}

/**
 * Returns the address of a job as results show it, made of its template with masks for secret variables. What the parser made of the
 * secrets is not in it: it cuts an address at a `#`, and joins letters with an escape before them. An address that cannot be read
 * without the secret is masked whole. Null if the template takes no secret.
 */
export const maskedAddress = (
  job: Job,
  isSecret: (name: string, value: string) => boolean,
  show: (url: URL) => string,
): string | null => {
  const { call, variables } = job
  const texts = [call.url, ...call.parameters.flatMap(({ key, value }) => [key, value])]
  const secret = placeholdersIn(texts.join('\n')).filter((name) => isSecret(name, variables[name] ?? ''))
  if (secret.length === 0) return null
  const marked = { ...variables, ...Object.fromEntries(secret.map((name) => [name, MARK])) }
  const fill = (text: string) => substitute(text, marked).text
  const written = withMarks(() => addressOf(call, fill), show)
  if (written !== null) return written
  // The secret may be the address up to its path.
  const based = fill(call.url).trimStart().startsWith(MARK) ? `http://${fill(call.url).trimStart()}` : ''
  return withMarks(() => addressOf({ ...call, url: based }, fill), show)?.slice('http://'.length) ?? MASK
}

/** The target of a redirect as results show it: what the masked `Location` leads to from a masked address. */
export const maskedTarget = (location: string, from: string, show: (url: URL) => string): string =>
  withMarks((mark) => (URL.canParse(mark(location), mark(from)) ? new URL(mark(location), mark(from)) : null), show) ??
  MASK
