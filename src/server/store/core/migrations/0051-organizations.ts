/**
 * organization: its settings. `session_hours`: hours after which a sign-in ends in its projects. `password_expiry_days`: 0 for never.
 * organization_role: ADMIN, DEFAULT and custom roles. `creates_projects`: its members may create projects in the organization.
 * organization_member.created: when the role was given.
 * project_role: a role's access level in a project of its organization. `org_id` is the project's when the role was granted; a grant
 * counts only while the project belongs to that organization.
 */
export const organizations = `
alter table organization
  add column enforce_2fa boolean not null default false,
  add column kms_enabled boolean not null default false,
  add column password_expiry_days int not null default 0 check (password_expiry_days between 0 and 365),
  add column session_hours int not null default 336 check (session_hours between 1 and 8760);

create table organization_role (
  org_id text not null references organization (id) on delete cascade, id text not null, description text not null default '',
  creates_projects boolean not null default false, created bigint not null, last_update bigint not null, primary key (org_id, id)
);
insert into organization_role (org_id, id, description, created, last_update)
select o.id, r.id, r.description, o.created, o.created from organization o cross join (values
  ('ADMIN', 'Administers the organization and owns all its projects.'), ('DEFAULT', 'Every member has this role.')) as r (id, description);

alter table organization_member add column created bigint;
update organization_member m set created = o.created from organization o where o.id = m.org_id;
alter table organization_member alter column created set not null;
insert into organization_member (org_id, account_id, role_id, created)
select org_id, account_id, 'DEFAULT', min(created) from organization_member group by org_id, account_id on conflict do nothing;
insert into organization_role (org_id, id, description, created, last_update)
select org_id, role_id, '', min(created), min(created) from organization_member group by org_id, role_id on conflict do nothing;
alter table organization_member add foreign key (org_id, role_id) references organization_role (org_id, id) on delete cascade;

create table project_role (
  id text primary key, project_key int not null references project (key) on delete cascade, org_id text not null, role_id text not null,
  access_level text not null check (access_level in ('OWNER', 'EDITOR', 'MANAGER', 'ANALYST', 'VIEWER')),
  created bigint not null, last_update bigint not null, unique (project_key, role_id),
  foreign key (org_id, role_id) references organization_role (org_id, id) on delete cascade
);
create index project_role_role on project_role (org_id, role_id);
`
