import { route } from '../core/route.ts'

/** The own profile, and the accounts of the installation. */
export const accountRoutes = {
  accounts: route({ path: '/admin/accounts', title: 'Accounts', flags: ['noProjectOk', 'siteAdminOnly'] }),
  account: route({ path: '/admin/accounts/{accountId}', title: 'Account', flags: ['noProjectOk', 'siteAdminOnly'] }),
  keyboard: route({ path: '/settings/keyboard', title: 'Keyboard', flags: ['noProjectOk'], icon: 'key' }),
  profile: route({ path: '/settings/profile', title: 'Profile', flags: ['noProjectOk'], icon: 'person' }),
}
