/** Returns the bytes of a GET request. */
export function createGetRequest(url: string, headers: Record<string, string> = {}): Buffer {
  const { host, pathname, search } = new URL(url)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from([`GET ${pathname}${search} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
}
