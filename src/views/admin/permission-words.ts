import type { SitePermission } from '../../domain/core/effective-level.ts'

/** Names of site permissions and what each allows. */
export const permissionWords: Readonly<Record<SitePermission, { readonly name: string; readonly may: string }>> = {
  site_viewer: { name: 'Site viewer', may: 'Reads every project and organization as a viewer' },
  site_analyst: { name: 'Site analyst', may: 'Reads every project in full, and runs its monitors' },
  site_admin: { name: 'Site admin', may: 'Administers the installation and owns every project' },
}
