/** The access levels in the order of lists, OWNER first; not an order of power. */
export const ACCESS_LEVELS = ['OWNER', 'EDITOR', 'MANAGER', 'ANALYST', 'VIEWER'] as const
