import type { KindRow } from './kind-row.ts'
import type { RouteSpec } from './route.ts'

/** Routes and kinds of one area. A kind whose route is not among them does not compile. */
/* @__NO_SIDE_EFFECTS__ */
export const area = <
  const Routes extends Readonly<Record<string, RouteSpec>>,
  const Kinds extends Readonly<Record<string, KindRow<keyof Routes & string>>>,
>(
  routes: Routes,
  kinds: Kinds,
) => ({ routes, kinds })
