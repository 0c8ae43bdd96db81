/** Tags that something is for, and tags that it is not for. */
export type TagScope = {
  readonly include_tags?: readonly string[] | undefined
  readonly exclude_tags?: readonly string[] | undefined
}

/** Whether tags are within a scope: they have one of its included tags, if it has any, and none of its excluded ones. */
export const tagsMatch = ({ include_tags = [], exclude_tags = [] }: TagScope, tags: readonly string[]): boolean =>
  (include_tags.length === 0 || include_tags.some((tag) => tags.includes(tag))) &&
  !exclude_tags.some((tag) => tags.includes(tag))
