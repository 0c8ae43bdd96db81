import { TIMEOUT_SECONDS } from '../../contract/monitors/monitors.ts'
import { isReservedTag } from '../core/tag-rules.ts'

const NO_REDIRECT = 'sys:noredirect'
const TIMEOUT = /^sys:timeout:(\d+(?:\.\d+)?)$/

/** The fields of a monitor that tags of older clients override. */
type Settings = { readonly follow_redirects: boolean; readonly timeout_seconds: number }

/** The settings of a run: a tag `sys:noredirect` or `sys:timeout:<seconds>` stands above its field, if its number makes sense. */
export const settingsWithTags = (
  tags: readonly string[],
  { follow_redirects, timeout_seconds }: Settings,
): Settings => {
  const tagged = tags.map((tag) => Number(TIMEOUT.exec(tag)?.[1])).find((seconds) => seconds > 0)
  return {
    follow_redirects: follow_redirects && !tags.includes(NO_REDIRECT),
    timeout_seconds: tagged !== undefined && tagged < TIMEOUT_SECONDS.most ? tagged : timeout_seconds,
  }
}

/** Reserved tags that remain once the settings above stand in their fields. */
export const tagsBesideSettings = (tags: readonly string[]): string[] =>
  tags.filter((tag) => isReservedTag(tag) && tag !== NO_REDIRECT && !tag.startsWith('sys:timeout:'))
