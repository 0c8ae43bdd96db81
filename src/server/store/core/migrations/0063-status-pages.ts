/**
 * status_page: the public status page of a project. `doc`: title, texts and components.
 *
 * status_subscriber: addresses that get its incidents by mail. `confirm_hash`: SHA-256 of the token in the link that confirms the address;
 * null once it is used. `expires`: when an unconfirmed address is deleted.
 *
 * status_mailing: published updates of incidents, and the last subscriber whose mail is in the outbox. `ended`: when all were.
 */
export const statusPages = `
create table status_page (
  project_key int primary key references project (key) on delete cascade, slug text not null unique,
  published boolean not null, subscribing boolean not null, doc jsonb not null, created bigint not null, last_update bigint not null
);

create table status_subscriber (
  key int generated always as identity primary key, id text not null unique,
  project_key int not null references status_page (project_key) on delete cascade, address text not null,
  confirm_hash bytea unique, created bigint not null, confirmed bigint, expires bigint, unique (project_key, address)
);
create index status_subscriber_expires on status_subscriber (expires) where expires is not null;

create table status_mailing (
  project_key int not null references status_page (project_key) on delete cascade, update_id text not null,
  after_key int not null default 0, created bigint not null, ended bigint, primary key (project_key, update_id)
);
create index status_mailing_open on status_mailing (created) where ended is null;
`
