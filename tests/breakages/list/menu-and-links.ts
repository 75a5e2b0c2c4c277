import type { HandWrittenMutant } from '../breakage.ts'

const NAVBAR = 'website/app/frame/navbar.tsx'
const DROP_DOWN = 'website/app/frame/drop-down.tsx'
const FOOTER = 'website/app/frame/footer.tsx'

/** Mutation testing: hand-written defects in the menu on small screens and in link targets (section 2 of tests/whole/requirements.md). */
export const menuAndLinkMutants: readonly HandWrittenMutant[] = [
  {
    breaks: ['R2.14'],
    what: 'the menu stays open over the sign-in that was chosen in it',
    file: DROP_DOWN,
    find: "target.closest('a, button')",
    replace: "target.closest('a')",
  },
  {
    breaks: ['R2.14'],
    what: 'the menu stays open after an entry that leads to another page',
    file: DROP_DOWN,
    find: "target.closest('a, button')",
    replace: 'target.closest(\'a[href*="#"], button\')',
  },
  {
    breaks: ['R2.14'],
    what: 'the menu does not close by a press outside',
    file: DROP_DOWN,
    find: "listen('pointerdown', closeOutside)",
    replace: '',
  },
  {
    breaks: ['R2.14'],
    what: 'the menu does not close by Escape',
    file: DROP_DOWN,
    find: "event.key === 'Escape'",
    replace: "event.key === 'Esc'",
  },
  {
    breaks: ['R2.14'],
    what: 'the menu stays open over the page that the visitor went back to',
    file: DROP_DOWN,
    find: "listen('popstate', () => close(menu.current))",
    replace: '',
  },
  {
    breaks: ['R2.14'],
    what: 'the menu stays open in a window that has grown wide',
    file: NAVBAR,
    find: 'className="md:hidden"',
    replace: 'className=""',
  },
  {
    breaks: ['R2.11'],
    what: 'two links of the footer are swapped',
    file: FOOTER,
    find: "{ label: 'FAQ', href: '/#faq' },\n      { label: 'Pricing', href: '/#pricing' }",
    replace: "{ label: 'FAQ', href: '/#pricing' },\n      { label: 'Pricing', href: '/#faq' }",
  },
  {
    breaks: ['R2.11'],
    what: 'a link of the footer leads to a section that is not there',
    file: FOOTER,
    find: "href: '/#how-it-works'",
    replace: "href: '/#how-it-work'",
  },
  {
    breaks: ['R2.44'],
    what: 'the support mailbox of the help section is written to at another address',
    file: 'website/app/pages/download/help.tsx',
    find: 'href={`mailto:${support}`}',
    replace: 'href={`mailto:${brand.mailboxes.privacy}`}',
  },
  {
    breaks: ['R2.4'],
    what: 'the privacy policy of the sign-up dialog leads to the terms',
    file: 'website/app/dialogs/signup/signup-notes.tsx',
    find: 'href="/privacy"',
    replace: 'href="/terms"',
  },
  {
    breaks: ['R8.2'],
    what: 'the notice of a registered address leads home instead of to the downloads',
    file: 'website/app/dialogs/signup/settle.ts',
    find: "label: 'Download', href: '/download'",
    replace: "label: 'Download', href: '/'",
  },
]
