/** Id of a field's control, which the error summary links to. */
export const fieldId = (field: string): string => `field-${field.replaceAll(/[^A-Za-z0-9]+/g, '-').replace(/-$/, '')}`
