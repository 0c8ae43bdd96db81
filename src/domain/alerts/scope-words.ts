import type { AlertScope } from './alerting.ts'

type Scope = Pick<AlertScope, 'monitor_id' | 'include_tags' | 'exclude_tags'>

const either = (tags: readonly string[]): string => tags.join(' or ')

/** The condition on tags: “with shop or pay, without beta”; empty where there is none. */
const tagWords = ({ include_tags, exclude_tags }: Scope): string =>
  [
    ...(include_tags.length > 0 ? [`with the tag ${either(include_tags)}`] : []),
    ...(exclude_tags.length > 0 ? [`without ${either(exclude_tags)}`] : []),
  ].join(', ')

/** Monitors that an alert covers, in words: “all monitors”, “monitors with the tag shop or pay, without beta”, or the name of its monitor. */
export const scopeWords = (scope: Scope, nameOf: (id: string) => string): string => {
  const { monitor_id: id, include_tags } = scope
  const monitors = id === null ? `${include_tags.length === 0 ? 'all ' : ''}monitors` : nameOf(id)
  return `${monitors} ${tagWords(scope)}`.trim()
}
