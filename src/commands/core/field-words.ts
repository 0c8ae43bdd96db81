/** Fields whose names are not their labels. */
const LABELS: Readonly<Record<string, string>> = {
  val: 'value',
  val2: 'second value',
  if_true: 'outcome if it holds',
  if_false: 'outcome if it does not hold',
  url: 'URL',
  ip: 'IP address',
  id: 'ID',
  call_ids: 'monitors',
  call_id: 'monitor',
  tls: 'TLS',
}

/** Objects that only hold fields together. */
const WRAPPERS = new Set(['body', 'query', 'params', 'meta', 'request', 'settings', 'setup', 'schedule', 'parameters'])

const stepsOf = (path: string): readonly string[] => path.split(/[.[\]]+/).filter((step) => step !== '')
const isIndex = (step: string | undefined): boolean => /^\d+$/.test(step ?? '')

const labelOf = (name: string): string =>
  LABELS[name] ??
  name
    .replace(/_ids?$/, '')
    .replace(/(?<=[a-z])\p{Lu}/gu, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/[_-]+/g, ' ')

const oneOf = (many: string): string => (many.endsWith('ies') ? `${many.slice(0, -3)}y` : many.replace(/s$/, ''))

/** The label of a field by its path in the API: `conditions[1].val2` is “Condition 2 · second value”. */
export const fieldWords = (path: string): string => {
  const steps = stepsOf(path)
  const words = steps.flatMap((step, at) => {
    if (isIndex(step) || (WRAPPERS.has(step) && at === 0 && steps.length > 1)) return []
    const next = steps[at + 1]
    return isIndex(next) ? [`${oneOf(labelOf(step))} ${Number(next) + 1}`] : [labelOf(step)]
  })
  const label = words.join(' · ')
  return label.charAt(0).toUpperCase() + label.slice(1)
}

/** A sentence of the API with the labels of fields instead of their paths. */
export const withFieldWords = (sentence: string, fields: readonly string[]): string => {
  // `conditions.1.val2` is written `conditions[1].val2` in a sentence. The longest first: another path may begin with a shorter one.
  const paths = [...new Set(fields.flatMap((field) => [field, field.replace(/\.(\d+)(?=\.|$)/g, '[$1]')]))]
    .filter((path) => path !== '')
    .sort((a, b) => b.length - a.length)
  if (paths.length === 0) return sentence
  const any = paths.map((path) => path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  // Only where a sentence begins: a field's name may also be an ordinary word of it.
  return sentence.replace(new RegExp(`(?<=^|[.!?] )(${any})(?= |:)`, 'g'), (path) => fieldWords(path))
}
