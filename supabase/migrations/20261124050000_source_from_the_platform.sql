-- On a host other than our own server, a request's source is read from the one header that the platform itself sets. Supabase's edge
-- overwrites cf-connecting-ip; it only appends to x-forwarded-for, whose first address is whatever the client wrote.

create or replace function private.network_source() returns text
language plpgsql stable
set search_path = ''
as $$
declare
  -- Our own server says where a request came from.
  told constant text := nullif(current_setting('request.source', true), '');
begin
  if told is not null then
    return told;
  end if;
  -- A block that catches is a transaction within the transaction: only where it is needed.
  declare
    headers constant jsonb := nullif(current_setting('request.headers', true), '');
    header constant text := coalesce(nullif(current_setting('app.source_header', true), ''), 'cf-connecting-ip');
    address inet;
  begin
    -- Here and not above: an error of a declaration is not caught.
    address := btrim(headers ->> header);
    return case
      when address is null then 'unknown'
      when family(address) = 6 then network(set_masklen(address, 64))::text
      else host(address)
    end;
  exception
    when invalid_text_representation then
      return 'unknown';
  end;
end
$$;
comment on function private.network_source() is
  'The network that a request came from: an IPv4 address, or the /64 of an IPv6 one; ''unknown'', which all share, without a valid one. The header is app.source_header, by default that of Supabase''s edge.';
