/** The id of the control of a field, so that what is said about the field can lead there. */
export const fieldId = (field: string): string => `field-${field.replaceAll(/[^A-Za-z0-9]+/g, '-').replace(/-$/, '')}`
