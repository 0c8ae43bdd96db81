/** Gives every condition an id that no other has, by which it is known while it is moved. Ids that are there stay. */
export const withIds = <Some extends { readonly id?: string | undefined }>(
  conditions: readonly Some[],
): (Some & { readonly id: string })[] => {
  const taken = new Set(conditions.map(({ id }) => id))
  let number = 0
  const free = (): string => {
    do number++
    while (taken.has(`c${number}`))
    return `c${number}`
  }
  return conditions.map((one) => ({ ...one, id: one.id ?? free() }))
}
