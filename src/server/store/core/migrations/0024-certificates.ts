/**
 * certificate: the client certificates of organizations. doc: PEM texts (the key and its passphrase encrypted) and the origins that the
 * certificate may be presented to. told: the threshold in days before not_after at which people were last warned; null for none.
 */
export const certificates = `
create table certificate (
  key int generated always as identity primary key, id text not null unique,
  org_id text not null references organization (id) on delete cascade,
  name text not null, doc jsonb not null, not_after bigint not null, told int,
  created bigint not null, last_update bigint not null
);
create index certificate_org on certificate (org_id);
create index certificate_ends on certificate (not_after);
`
