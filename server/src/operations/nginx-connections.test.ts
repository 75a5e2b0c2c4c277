import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTemporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { readNginxConnections } from './nginx-connections.ts'

test.each([
  ['events {\n\tworker_connections 768;\n}', 768],
  ['events { worker_connections  20000 ; }', 20_000],
  ['events {\n\t# worker_connections 20000;\n}', 512],
])('the number of connections is read from the nginx configuration %j', async (text, connections) => {
  await using folder = await createTemporaryFolder('nginx-')
  const file = join(folder.path, 'nginx.conf')
  await writeFile(file, text)
  expect(await readNginxConnections(file)).toBe(connections)
})

test('without an nginx configuration the number of connections is null', async () => {
  expect(await readNginxConnections('/nowhere/nginx.conf')).toBeNull()
})
