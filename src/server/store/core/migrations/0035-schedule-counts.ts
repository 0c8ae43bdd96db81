/**
 * schedule_count: runs of a schedule that did not happen, of slots that are gone. Slots go while a schedule is switched off, and with
 * targets and locations that are taken off.
 */
export const scheduleCounts = `
create table schedule_count (
  schedule_key int primary key references object (key) on delete cascade, missed int not null, overlapped int not null
);
`
