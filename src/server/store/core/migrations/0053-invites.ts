/**
 * invite: an invitation to a project (with a level) or to an organization (with roles besides DEFAULT). hash: of the secret of its link.
 * is_mailed: nobody but the owner of the address was shown the link. ended: null while it is pending, else accepted, refused or revoked.
 */
export const invites = `
create table invite (
  id text primary key, hash bytea not null,
  project_key int references project (key) on delete cascade, org_id text references organization (id) on delete cascade,
  access_level text, roles text[] not null, email text not null, name text not null, any_address boolean not null,
  is_mailed boolean not null, invited_by text not null references account (id) on delete cascade,
  expires bigint not null, ended text, created bigint not null, last_update bigint not null,
  check ((project_key is null) <> (org_id is null)), check ((project_key is null) = (access_level is null))
);
create index invite_project on invite (project_key);
create index invite_org on invite (org_id);
create index invite_inviter on invite (invited_by);
create index invite_email on invite (lower(email)) where ended is null;
`
