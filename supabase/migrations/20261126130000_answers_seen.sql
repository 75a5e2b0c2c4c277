-- Refuses an answer to a message when another operator has answered since its writer read the message.

drop function public.answer_message(uuid, uuid, text, text);

create function public.answer_message(
  message_id uuid, answer_id uuid, answer text, answered_by text, answers_seen integer default null
) returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  asked public.contact_messages;
  given public.contact_answers;
  wanted_answer constant text := btrim(answer, E' \t\r\n');
  new_mail_id constant uuid := gen_random_uuid();
  minutes integer;
begin
  -- The row lock serialises concurrent answers to the same message, and repeated requests.
  select * into asked from public.contact_messages m where m.id = answer_message.message_id for update;
  if not found then
    raise no_data_found using message = 'There is no such message.';
  end if;
  select * into given from public.contact_answers a where a.id = answer_id;
  if found then
    return given.mail_id;
  end if;
  -- Without this check, two operators who answer the same message at once would send its author two mails.
  if answers_seen < (select count(*) from public.contact_answers a where a.message_id = asked.id) then
    select * into given from public.contact_answers a where a.message_id = asked.id order by a.created_at desc limit 1;
    -- clock_timestamp, because the other answer may have been stored after this transaction began.
    minutes := greatest(1, round(extract(epoch from clock_timestamp() - given.created_at) / 60));
    raise exception using
      errcode = 'PT409',
      message = format(
        '%s answered this message %s ago: read that answer before you send yours.', given.answered_by,
        case
          when minutes = 1 then 'a minute'
          when minutes < 120 then minutes || ' minutes'
          when minutes < 2880 then minutes / 60 || ' hours'
          else minutes / 1440 || ' days'
        end
      );
  end if;
  insert into public.contact_answers (id, message_id, answer, answered_by, mail_id)
  values (answer_id, asked.id, wanted_answer, answer_message.answered_by, new_mail_id);
  insert into public.mail_outbox (id, kind, recipient, data)
  values (
    new_mail_id, 'message_answer', asked.email,
    jsonb_build_object('name', asked.name, 'answer', wanted_answer, 'message', asked.message)
  );
  update public.contact_messages m set answered_at = coalesce(m.answered_at, now()) where m.id = asked.id;
  return new_mail_id;
end
$$;
comment on function public.answer_message(uuid, uuid, text, text, integer) is
  'Stores an answer to a message, queues the mail with it and marks the message as answered, in one transaction. Returns the id of the mail. Idempotent: an answer_id queues one mail. Fails when the message has more answers than answers_seen, the number of answers that the writer has read. Null, which programs without this parameter send, is not checked.';

revoke all on function public.answer_message(uuid, uuid, text, text, integer) from public, anon, authenticated;
grant execute on function public.answer_message(uuid, uuid, text, text, integer) to service_role;
