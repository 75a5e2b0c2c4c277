insert into storage.buckets (id, name, public) values ('pictures', 'pictures', true);
