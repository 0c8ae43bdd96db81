import type { variableScope } from '../../contract/conditions/conditions.ts'
import type { Shape } from '../../contract/core/endpoint.ts'
import { UNSTORABLE } from '../core/storable-text.ts'
import type { Condition } from './operators.ts'
import { textOf, type Value } from './values.ts'

/** A variable that a condition set. */
export type SetVariable = { readonly name: string; readonly value: string; readonly scope: Shape<typeof variableScope> }

/** Limits of what one run may set; the report carries no more. */
const MAX_SET_VARIABLES = 50
const MAX_SET_LENGTH = 16_384

/** The variables of a run, with those that its conditions set. Later conditions read the new values. */
export class SetVariables {
  readonly #values: Record<string, string>
  readonly #set = new Map<string, SetVariable>()

  constructor(initial: Readonly<Record<string, string>>) {
    this.#values = { ...initial }
  }

  get all(): Readonly<Record<string, string>> {
    return this.#values
  }

  /** Sets the variable of a condition to the value that it read. Without a value, or with one that cannot be stored, the variable stays as it is. */
  take({ set_variable }: Condition, value: Value): void {
    const text = textOf(value)
    if (!set_variable || text === null || text.length > MAX_SET_LENGTH || UNSTORABLE.test(text)) return
    const { name, scope } = set_variable
    if (!this.#set.has(name) && this.#set.size >= MAX_SET_VARIABLES) return
    this.#values[name] = text
    this.#set.set(name, { name, value: text, scope })
  }

  made(): readonly SetVariable[] {
    return [...this.#set.values()]
  }
}
