import { readFile } from 'node:fs/promises'

const NGINX_DEFAULT = 512

/**
 * Returns how many connections each worker process of the nginx on this machine may have open (`worker_connections`), from its main
 * configuration file; null when the file cannot be read. A visitor behind nginx takes two: one to nginx, one from nginx to the site.
 */
export async function readNginxConnections(file = '/etc/nginx/nginx.conf'): Promise<number | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return null
  const words = text
    .split('\n')
    .flatMap((line) => (line.split('#')[0] ?? '').split(/[\s;{}]/))
    .filter((word) => word !== '')
  const number = Number(words[words.indexOf('worker_connections') + 1])
  return words.includes('worker_connections') && Number.isInteger(number) ? number : NGINX_DEFAULT
}
