/**
 * account.search: what site admins search for, in small letters. The columns after `id` in `account_search` let a search read the index
 * alone: 100 000 rows without their pictures and preferences. A trigram index would need an extension that the role of a named PostgreSQL
 * may not create. 200 characters of a name are the most that an index row holds beside an address.
 * site_visit: until when it was noted in a project's audit log that somebody reads there by a site permission.
 */
export const site = `
alter table account add column search text not null
  generated always as (lower((left(email, 320) || ' ' || left(name, 200) || ' ' || id) collate "und-x-icu")) stored;
create index account_search on account (created desc, id desc) include (search, blocked, site_permission, service_org_id, deleted);

create table site_visit (
  account_id text not null references account (id) on delete cascade,
  project_key int not null references project (key) on delete cascade,
  noted bigint not null, primary key (account_id, project_key)
);
create index site_visit_project on site_visit (project_key);
`
