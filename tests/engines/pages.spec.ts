// Journeys through the other pages, and back and forward between all of them.
import { writeFile } from 'node:fs/promises'
import { createSignedRelease, installers } from '../journeys/signed-release.ts'
import { brand } from '../support/brand.ts'
import { expect, setSpots, test } from './engine-test.ts'
import type { Visitor } from './visitor.ts'

const COMPUTERS = {
  Windows: {
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0',
    first: ['Download for Windows'],
  },
  'a Mac': {
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    first: ['Download for Apple Silicon', 'Download for Intel Mac'],
  },
  Linux: { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', first: [] },
  'a phone': { userAgent: 'Mozilla/5.0 (Android 15; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0', first: [] },
}

/** `@not109`: Chromium tells the chip of this computer, whatever the user agent says. */
const TAGS: Readonly<Record<string, string>> = { Windows: '@smoke', 'a Mac': '@not109' }

for (const [name, { userAgent, first }] of Object.entries(COMPUTERS))
  test.describe(name, () => {
    test.use({ options: { userAgent } })

    test(`the download page offers ${name} its own files first`, { tag: TAGS[name] ?? [] }, async ({ visitor }) => {
      await visitor.opens('/download')
      const offered = await visitor.reads(() =>
        [...document.querySelectorAll<HTMLElement>('[aria-labelledby=latest-version] > :nth-child(2) a')]
          .filter((link) => link.getBoundingClientRect().width > 0)
          .map((link) => link.textContent.trim())
          .filter((text) => text.startsWith('Download for')),
      )
      expect(offered).toEqual(first)
    })
  })

test.describe('Windows', () => {
  test.use({ options: { userAgent: COMPUTERS.Windows.userAgent } })

  test('the check of a file names an installer genuine, and a changed one not ours', async ({
    visitor,
    backend,
  }, info) => {
    const { signer, versionFile, list } = createSignedRelease()
    const bucket = backend.secretClient().storage.from('downloads')
    for (const [name, content] of Object.entries({ 'version.json': versionFile, 'releases.json': list })) {
      const { error } = await bucket.upload(`latest/${name}`, JSON.stringify(content), {
        contentType: 'application/json',
        upsert: true,
      })
      expect(error).toBeNull()
    }
    // Chromium 109 has no Ed25519.
    const whole = info.project.name === 'chromium109' ? 'Arrived whole' : 'Genuine'
    await visitor.opens('/')
    await pinKey(visitor, signer.publicKey)
    await visitor.clicks('footer a[href="/download"]')
    await visitor.sees('Version 1.4.0')
    await visitor.clicks('#check-file summary')
    const { bytes } = installers['windows-x64']
    for (const [stamp, content] of [
      [whole, bytes],
      ['Not ours', bytes.toReversed()],
    ] as const) {
      const path = info.outputPath('installer.exe')
      await writeFile(path, content)
      await visitor.picks('#check-file input[type=file]', path)
      await visitor.awaits((wanted) => document.querySelector('.check-stamp')?.textContent === wanted, stamp, stamp)
    }
  })
})

/** Adds a public key to the page's brand, as a build of a brand with that key has it: finds the brand among the exports of the scripts. */
async function pinKey(visitor: Visitor, key: string): Promise<void> {
  const found = await visitor.reads(async (added) => {
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
    const modules: object[] = await Promise.all(scripts.map(({ name }) => import(name)))
    const brands = modules.flatMap((exports) => Object.values(exports)).filter((it) => it?.release?.publicKeys)
    for (const { release } of brands) release.publicKeys = [added]
    return brands.length
  }, key)
  expect(found).toBeGreaterThan(0)
}

test('the legal pages and the page of an unknown path have their headings, and lead home', async ({
  visitor,
  troubles,
}) => {
  troubles.push(/404/)
  for (const [path, heading] of [
    ['/terms', 'Terms of Service'],
    ['/privacy', 'Privacy Policy'],
    ['/no/such-page', 'Oops! Page not found'],
  ] as const) {
    await visitor.opens(path)
    await visitor.sees(heading)
    await visitor.clicks('header a[href="/"]')
    await visitor.isAt('/')
    await visitor.sees(brand.tagline)
  }
})

test('back and forward lead through pages and sections, each from its top', async ({ visitor }) => {
  await visitor.opens('/')
  await visitor.clicks('footer a[href="/#faq"]')
  await visitor.isAt('/#faq')
  await visitor.clicks('footer a[href="/terms"]')
  await visitor.sees('Terms of Service')
  await visitor.clicks('footer a[href="/download"]')
  await visitor.isAt('/download')
  for (const [step, place, top] of [
    [-1, '/terms', 'Terms of Service'],
    [-1, '/#faq', 'Are my photos uploaded anywhere?'],
    [1, '/terms', 'Terms of Service'],
    [1, '/download', `Download ${brand.name}`],
  ] as const) {
    await visitor.goes(step)
    await visitor.isAt(place)
    await visitor.sees(top)
    if (!place.includes('#')) await visitor.awaits(() => scrollY === 0, `${place} is at its top`)
  }
})

// Playwright switches Chromium's cache off.
test('pages come back from the back/forward cache with live spots, but not Firefox’s home', { tag: '@not109' }, async ({
  visitor,
  backend,
}) => {
  for (const path of ['/#free-access', '/download', '/terms', '/privacy']) {
    await setSpots(backend, '9')
    await visitor.opens(path)
    if (path.startsWith('/#')) {
      await visitor.sees('9 places left')
      await visitor.awaits(
        () => document.querySelector('#free-access time')?.textContent === 'live',
        'the number is live',
      )
    }
    await visitor.reads(() =>
      addEventListener('pageshow', ({ persisted }) => document.body.classList.toggle('restored', persisted)),
    )
    await visitor.reads(() => void setTimeout(() => location.assign('/confirm')))
    await visitor.isAt('/confirm')
    await setSpots(backend, '8')
    await visitor.goes(-1)
    await visitor.isAt(path)
    // Firefox keeps no page with a connection, not even one that is closed while the page is left.
    const isKept = !(path.startsWith('/#') && test.info().project.name === 'firefox')
    if (isKept) await visitor.awaits(() => document.body.classList.contains('restored'), `${path} was kept`)
    if (!path.startsWith('/#')) continue
    await visitor.sees('8 places left')
    await setSpots(backend, '7')
    await visitor.sees('7 places left')
  }
})
