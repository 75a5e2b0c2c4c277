import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { MINISIGN_VECTORS } from '../../test/minisign-vectors.ts'
import { openSecretKey } from './secret-key.ts'
import { signHash } from './signatures.ts'

// An integration test, because minisign's limits of scrypt take 1 GiB of memory and several seconds. `npm run rehearse -- minisign` compares
// in the other direction.

/** A secret key file that minisign 0.11 wrote, and its signature of the same message. */
const OF_MINISIGN = {
  passphrase: 'a passphrase for tests',
  secretKeyFile: [
    'untrusted comment: minisign encrypted secret key',
    'RWRTY0IyKmZi+NPUSbbht7smUYMPx1iEe2BTSUeOVQ75HZ0WKDUAAAACAAAAAAAAAEAAAAAAFvxHnVcjPmHk4/Y3StyY0gwzxFCzaYjVVG89pbDJ/Keh3SDLMoG2HWIelctOsV8BAbjnn+Tg/5ruKc3GUsYdpW+5yW+bdhQ8dxKUb6H6KMWGt9npHWLDN7FrNk9MtkhGVUd939uj8Js=',
  ].join('\n'),
  publicKey: 'RWQTkvZQQd5BmhCOmGhkcBSt6CTldyzUtmLsUq3hdXTynTl/Gyti+ueI',
  trustedComment: 'timestamp:1764104400\tfile:m.txt\thashed',
  signature: [
    'untrusted comment: signature from minisign secret key',
    'RUQTkvZQQd5Bms63kJLY5fqrlkwGduGI11csghtfcI6Ojx0/VSOAFb9YOduBzXS7Tbli5FP4NWYPF6/SooM7sfUDpkIYjUDD+Aw=',
    'trusted comment: timestamp:1764104400\tfile:m.txt\thashed',
    'XRRTOy6Bvq07ijPar3bRuoh6drx6+qJ6l4NKqExS54K0Xg+Lfe3hTOnO3+K89rZcAWWKai673HDrnxkVfbMlCg==',
    '',
  ].join('\n'),
}

test('openSecretKey reads a key file of minisign, and signHash writes byte by byte what minisign wrote', async () => {
  const key = await openSecretKey(OF_MINISIGN.secretKeyFile, OF_MINISIGN.passphrase)
  expect(key.publicKey).toBe(OF_MINISIGN.publicKey)
  const hash = createHash('blake2b512').update(MINISIGN_VECTORS.message).digest()
  const signature = signHash(key, hash, OF_MINISIGN.trustedComment, 'signature from minisign secret key')
  expect(signature).toBe(OF_MINISIGN.signature)
})
