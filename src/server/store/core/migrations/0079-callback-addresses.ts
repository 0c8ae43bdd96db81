/**
 * identity_provider.own_callback: it leads back to an address of its own. Those that were added before are registered with the address
 * that all share, and keep it until a site admin has registered the other.
 */
export const callbackAddresses = `
alter table identity_provider add column own_callback boolean not null default false;
`
