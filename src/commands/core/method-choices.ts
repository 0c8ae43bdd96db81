import { METHODS } from '../../domain/monitors/methods.ts'

/** The usual methods, which are offered for an argument that takes any. */
export const methodChoices = { method: () => METHODS.map((value) => ({ value })) }
