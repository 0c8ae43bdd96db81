/** The screens of the audit log. */
export const auditScreens = {
  audit: () => import('./AuditScreen.tsx'),
  'audit-of-resource': () => import('./ResourceAuditScreen.tsx'),
  'audit-of-organization': () => import('./OrganizationAuditScreen.tsx'),
}
