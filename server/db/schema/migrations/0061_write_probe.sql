-- What the readiness probe writes to learn whether the database takes writes: each row fills a page of its own, which a
-- full disk or a read-only server refuses.
create table write_probe (page text not null);
alter table write_probe alter column page set storage plain;

-- Adds a page, and removes all of them once there are many. A reader, such as a dump, delays the removal only.
create function probe_write() returns integer language plpgsql set lock_timeout = '100ms' as $$
begin
  insert into write_probe (page) values (repeat('x', 7500));
  if pg_relation_size('write_probe') > 256 * 1024 then
    begin
      truncate write_probe;
    exception when lock_not_available then null;
    end;
  end if;
  return 1;
end $$;
