import { FunctionsHttpError } from '@supabase/supabase-js'
import * as v from 'valibot'
import { CommandFailure } from '../failures.ts'
import { type SiteClient, toCommandFailure, validateResponse } from '../site.ts'

const NAME = 'preview-mail'

const kindsSchema = v.object({ kinds: v.array(v.string()) })

const previewSchema = v.object({
  mail: v.object({
    from: v.object({ name: v.string(), address: v.string() }),
    to: v.string(),
    replyTo: v.nullable(v.string()),
    subject: v.string(),
    text: v.string(),
    html: v.string(),
    pictures: v.optional(
      v.array(
        v.object({
          contentId: v.string(),
          type: v.picklist(['image/png', 'image/jpeg']),
          base64: v.pipe(v.string(), v.base64()),
        }),
      ),
      [],
    ),
  }),
  data: v.record(v.string(), v.unknown()),
})

/** A mail that the edge function `preview-mail` composed from sample data, and that data. */
export type MailPreview = v.InferOutput<typeof previewSchema>

/** Returns the names of all kinds of mail. */
export async function fetchMailKinds(site: SiteClient): Promise<string[]> {
  return (await call(site, kindsSchema, {})).kinds
}

/** Returns the mail of a kind as the site would send it. Throws a CommandFailure when there is no such kind. */
export function fetchMailPreview(site: SiteClient, kind: string): Promise<MailPreview> {
  return call(site, previewSchema, { kind })
}

async function call<T>(site: SiteClient, schema: v.GenericSchema<unknown, T>, body: { kind?: string }): Promise<T> {
  const response = await site.client.functions.invoke<unknown>(NAME, { body })
  const error: unknown = response.error
  if (error === null) return validateResponse(schema, response.data)
  const status = error instanceof FunctionsHttpError && error.context instanceof Response ? error.context.status : 0
  if (status === 404 && body.kind !== undefined && (await isDeployed(site))) {
    throw new CommandFailure('usage', `There is no kind of mail "${body.kind}".`, { hint: 'See: mail preview' })
  }
  if (status === 404) {
    throw new CommandFailure('not_migrated', `The site has no function ${NAME}.`, {
      hint: `Start the server again, or on Supabase run: supabase functions deploy ${NAME}`,
    })
  }
  if (status === 401 || status === 403) throw toCommandFailure(site, { message: 'invalid api key' })
  throw toCommandFailure(site, { message: error instanceof Error ? reasonOf(error) : 'The call failed.' })
}

async function isDeployed(site: SiteClient): Promise<boolean> {
  return (await site.client.functions.invoke<unknown>(NAME, { body: {} })).error === null
}

function reasonOf(error: Error): string {
  const context: unknown = 'context' in error ? error.context : null
  return context instanceof Error ? context.message : error.message
}

/** Returns the HTML part of a mail with `data:` URLs in place of `cid:` URLs, because a browser cannot load the other parts of a mail. */
export function inlineMailPictures({ html, pictures }: Pick<MailPreview['mail'], 'html' | 'pictures'>): string {
  return pictures.reduce(
    (text, { contentId, type, base64 }) =>
      text.replaceAll(`"cid:${contentId}"`, () => `"data:${type};base64,${base64}"`),
    html,
  )
}
