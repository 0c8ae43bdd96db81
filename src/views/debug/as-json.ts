export const asJson = (value: unknown): string => JSON.stringify(value, null, 2)
