/**
 * file_content: the content of stored files, in pieces of at most 256 kB. file_key: the file whose content it is; null while it is uploaded,
 * and once its file is deleted. kept_until: when it may be deleted, null for the current content of a file: a run that was handed out
 * before a change still finds the content that it names.
 */
export const files = `
create table file_content (
  key bigint generated always as identity primary key,
  project_key int not null references project (key) on delete cascade,
  file_key int references object (key) on delete set null,
  size bigint not null, sha256 text, kept_until bigint
);
create index file_content_project on file_content (project_key);
create index file_content_file on file_content (file_key) where file_key is not null;
create index file_content_kept on file_content (kept_until) where kept_until is not null;

create table file_piece (
  content_key bigint not null references file_content (key) on delete cascade,
  piece int not null, bytes bytea not null, primary key (content_key, piece)
);
alter table file_piece alter column bytes set storage external;
`
