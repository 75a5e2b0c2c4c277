import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '../tests/support/free-port.ts'
import { createTemporaryFolder } from '../tests/support/temporary-folder.ts'

/**
 * Starts nginx with one worker on a folder of built files; nginx serves the precompressed .gz files. Returns null when nginx is not
 * installed.
 */
export async function startNginx(folder: string) {
  if (spawnSync('nginx', ['-v']).error) return null
  await using resources = new AsyncDisposableStack()
  const { path } = resources.use(await createTemporaryFolder('nginx-'))
  const port = await findFreePort()
  await writeFile(join(path, 'nginx.conf'), configuration(path, folder, port))
  const child = spawn('nginx', ['-c', join(path, 'nginx.conf'), '-g', 'daemon off; master_process off;'], {
    stdio: 'ignore',
  })
  resources.defer(async () => {
    child.kill()
    await once(child, 'exit')
  })
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(url).catch(() => null))) await pause(50)
  const owned = resources.move()
  return { url, pid: child.pid ?? 0, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

function configuration(path: string, folder: string, port: number): string {
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${path}/${name};`,
  )
  return `
    pid ${path}/pid; error_log /dev/null; worker_processes 1;
    events { worker_connections 1024; }
    http {
      ${places.join(' ')}
      access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; open_file_cache max=1000;
      types { text/html html; text/javascript js; }
      server { listen 127.0.0.1:${port}; root ${folder}; gzip_static on; gzip_vary on; }
    }`
}
