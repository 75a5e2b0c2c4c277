/** A minimal browser for OAuth redirects. It follows redirects and stores cookies per host. */
export type FakeBrowser = {
  /**
   * Requests `url` and follows redirects while they lead to a path of the auth service or of the identity provider, on one of
   * `followedOrigins`. Returns the first other URL without requesting it.
   */
  visit(url: string, followedOrigins: readonly string[]): Promise<URL>
  cookies: Map<string, string>
}

const NAVIGATION = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'user-agent': 'Mozilla/5.0 (test)' }

/**
 * Returns a browser without cookies. `isProgram`: sends no headers that identify a browser. `forgets`: an origin whose cookies the
 * browser does not store.
 */
export function createFakeBrowser({ isProgram = false, forgets = '' } = {}): FakeBrowser {
  const headers = isProgram ? {} : NAVIGATION
  const cookies = new Map<string, string>()
  return {
    cookies,
    async visit(url, followedOrigins) {
      let current = new URL(url)
      for (let hops = 0; hops < 20; hops++) {
        const isOnTheWay = followedOrigins.includes(current.origin) && isStep(current)
        if (!isOnTheWay) return current
        const answer = await fetch(current, {
          redirect: 'manual',
          headers: { ...headers, cookie: cookiesFor(current) },
        })
        if (current.origin !== forgets) keepCookies(current, answer)
        const location = answer.headers.get('location')
        if (location === null) throw new Error(`${current.href} answered ${answer.status}: ${await answer.text()}`)
        current = new URL(location, current)
      }
      throw new Error('The redirects do not end.')
    },
  }

  function cookiesFor({ host }: URL): string {
    const mine = [...cookies].filter(([name]) => name.startsWith(`${host} `))
    return mine.map(([name, value]) => `${name.slice(host.length + 1)}=${value}`).join('; ')
  }

  function keepCookies({ host }: URL, answer: Response): void {
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(`${host} ${name}`, value)
    }
  }
}

/** Paths of the auth service and the provider are part of the redirect chain; a page of the site ends it. */
function isStep({ pathname }: URL): boolean {
  return pathname.startsWith('/auth') || pathname.startsWith('/interaction')
}

/** Returns the parameters in the fragment of a URL, in which the auth service passes tokens and errors to a page. */
export function fragmentOf(page: URL): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(page.hash.slice(1)))
}
