import { kind, noRoutes } from '../core/kind-row.ts'

/** Organizations as their ADMINs change them; people choose among those of their session, which are collections. */
export const organizationKinds = {
  organization: kind({
    noun: ['organization', 'organizations'],
    icon: 'catalog',
    parameter: null,
    named: 'by any text',
    list: null,
    naming: null,
    routes: noRoutes,
  }),
}
