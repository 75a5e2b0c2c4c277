import { defineCommand } from '../command.ts'
import { pluralise, sanitiseForTerminal } from '../view/text.ts'
import { writeAtomically } from '../write-atomically.ts'
import { fetchMailKinds, fetchMailPreview, inlineMailPictures } from './request-preview.ts'

export const previewMailCommand = defineCommand({
  kind: 'reads',
  summary: 'show one kind of email, composed from sample data; without KIND, list the kinds',
  args: ['kind?'],
  options: { html: { type: 'string', value: 'FILE', help: 'write the HTML part with its pictures here' } },
  assistant: { shows: ['kinds', 'kind', 'subject', 'text'] },
  examples: ['mail preview', 'mail preview welcome_free', 'mail preview welcome_free --html welcome.html'],
  async run({ args, options }, tools) {
    const site = await tools.site()
    if (args.kind === undefined) {
      const kinds = await fetchMailKinds(site)
      return { data: { kinds }, text: `${kinds.join('\n')}\n${pluralise(kinds.length, 'kind')} of email.` }
    }
    const { mail } = await fetchMailPreview(site, args.kind)
    if (options.html !== undefined) await writeAtomically(options.html, inlineMailPictures(mail))
    const { from, replyTo, subject, text } = mail
    const head = [
      `From: ${from.name} <${from.address}>`,
      ...(replyTo === null ? [] : [`Reply-To: ${replyTo}`]),
      `Subject: ${subject}`,
    ]
    return {
      data: { kind: args.kind, from, replyTo, subject, text, html: inlineMailPictures(mail) },
      text: sanitiseForTerminal(`${head.join('\n')}\n\n${text}`, true),
    }
  },
})
