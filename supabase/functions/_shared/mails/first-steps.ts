import type { MailBlock, MailBrand } from './mail-content.ts'

/**
 * Returns the content blocks that the welcome mails (free, paid) and the invitation share: the download link, three first steps, and the
 * product's promises.
 */
export function createFirstStepsBlocks({ product }: MailBrand): MailBlock[] {
  const steps: MailBlock = {
    kind: 'steps',
    title: 'Three steps to start',
    items: [
      'Download and install: pick the file for your Mac or Windows PC.',
      'Start curating: open a folder of photos, then swipe to keep each one or let it go.',
      'Share feedback: reply to this email, and it goes to the founders.',
    ],
  }
  const promises: MailBlock = {
    kind: 'list',
    title: 'What you can count on',
    items: product.promises.map((promise) => promise.text),
  }
  const button: MailBlock = { kind: 'button', label: `Download ${product.name}`, path: '/download' }
  return product.promises.length > 0 ? [button, steps, promises] : [button, steps]
}
