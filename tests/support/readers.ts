import type { Reader } from './reader.ts'
import { RULE_READERS } from './rule-readers.ts'
import { TYPED_READERS } from './typed-readers.ts'
import { WIRE_READERS } from './wire-readers.ts'

/** Every reader, once: the law holds them all to it, the bench shows their figures, and random texts are read by each. */
export const READERS: readonly Reader[] = [...RULE_READERS, ...TYPED_READERS, ...WIRE_READERS]
