import type { Engines } from './engines.ts'
import { path } from './json-paths.ts'
import { schema } from './json-schemas.ts'
import { pattern } from './patterns.ts'
import { xml, xpath } from './xml-paths.ts'

/** The engines of all expressions. They load several libraries: a web app imports this file only in its worker. */
export const expressionEngines: Engines = { path, xpath, xml, pattern, schema }
