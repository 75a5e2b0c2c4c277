// Journeys below the floor (WPE), where no script of the site is loaded, and with script switched off.
import { brand } from '../support/brand.ts'
import { expect, test } from './engine-test.ts'

const PATHS = ['/', '/download', '/terms', '/privacy', '/confirm', '/no/such-page']

test.describe('without script', { tag: '@below' }, () => {
  test.use({ options: { script: false } })

  test('every page is whole and offers no control that needs a script', async ({ visitor, troubles }) => {
    troubles.push(/404/)
    for (const path of PATHS) {
      await visitor.opensWithoutScript(path)
      const shown = await visitor.reads(() => ({
        heading: document.querySelector('h1')?.textContent ?? '',
        buttons: [...document.querySelectorAll('button')].filter((it) => it.getBoundingClientRect().width > 0).length,
        hydrated: document.documentElement.dataset['ready'] !== undefined,
        pending: /\b(loading|checking|please wait)\b/i.exec(document.body.innerText)?.[0] ?? null,
        unloaded: [...document.images].filter((it) => it.complete && it.naturalWidth === 0).length,
      }))
      expect(shown, path).toEqual({
        heading: expect.stringMatching(/\w/),
        buttons: 0,
        hydrated: false,
        pending: null,
        unloaded: 0,
      })
    }
  })

  test('the sign-up button leads to all three files, and the questions open', async ({ visitor }) => {
    await visitor.opensWithoutScript('/')
    await visitor.clicks('#free-access [role=button]')
    await visitor.isAt('/download')
    for (const platform of ['Windows', 'Apple Silicon', 'Intel Mac'])
      await visitor.finds(`text=Download for ${platform}`)
    await visitor.clicks('#download-faq summary')
    await visitor.awaits(
      () => document.querySelector('#download-faq details')?.hasAttribute('open') === true,
      'it is open',
    )
  })

  test('contact is a link to the mailbox, and a link to a section leads below the bar', async ({ visitor }) => {
    await visitor.opensWithoutScript('/')
    await visitor.finds(`#faq a[href^="mailto:${brand.mailboxes.team}"]`)
    await visitor.clicks('footer a[href="/#story"]')
    await visitor.isAt('/#story')
    await visitor.awaits(
      () => Math.abs((document.getElementById('story')?.getBoundingClientRect().top ?? 0) - 80) < 5,
      'the section is below the bar',
    )
  })
})
