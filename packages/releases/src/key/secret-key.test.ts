import { createHash, createPublicKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { parseMinisignPublicKey } from '../minisign.ts'
import { verifyMinisign } from '../verify-minisign.ts'
import { createKeyFiles, INTERACTIVE_MEMORY, openSecretKey } from './secret-key.ts'
import { createMinisig } from './signatures.ts'

const PASSPHRASE = 'correct horse, 97 staples'

test('openSecretKey reads a key file that createKeyFiles wrote, and its signatures verify with the public key file', async () => {
  const { id, secretKeyFile, publicKeyFile } = await createKeyFiles(PASSPHRASE, INTERACTIVE_MEMORY)
  const key = await openSecretKey(secretKeyFile, PASSPHRASE)
  expect(key.id).toBe(id)
  expect(publicKeyFile).toContain(key.publicKey)
  const message = new TextEncoder().encode('an installer')
  const hash = createHash('blake2b512').update(message).digest()
  const minisig = createMinisig(key, hash, { seconds: 1_764_104_400, name: 'a.exe', version: '1.4.0' })
  expect(await verifyMinisign(message, minisig, [publicKeyFile])).toEqual({
    valid: true,
    keyId: id,
    trustedComment: 'timestamp:1764104400\tfile:a.exe\tversion:1.4.0\thashed',
  })
  const derived = createPublicKey(key.privateKey).export({ type: 'spki', format: 'der' }).subarray(-32)
  expect(Buffer.from(parseMinisignPublicKey(key.publicKey)?.key ?? [])).toEqual(derived)
})

test('two keys with the same passphrase differ in id, key and salt', async () => {
  const [one, other] = [
    await createKeyFiles(PASSPHRASE, INTERACTIVE_MEMORY),
    await createKeyFiles(PASSPHRASE, INTERACTIVE_MEMORY),
  ]
  expect(one.id).not.toBe(other.id)
  expect(one.publicKeyFile.split('\n')[1]).not.toBe(other.publicKeyFile.split('\n')[1])
  const saltOf = (file: string) => Buffer.from(file.split('\n')[1] ?? '', 'base64').subarray(6, 38)
  expect(saltOf(one.secretKeyFile)).not.toEqual(saltOf(other.secretKeyFile))
})

test('openSecretKey rejects a wrong passphrase, and a key file with any changed byte', async () => {
  const { secretKeyFile } = await createKeyFiles(PASSPHRASE, INTERACTIVE_MEMORY)
  for (const wrong of ['', 'x', `${PASSPHRASE} `, PASSPHRASE.toUpperCase()]) {
    await expect(openSecretKey(secretKeyFile, wrong)).rejects.toThrow('The passphrase of the release key is wrong.')
  }
  const [comment = '', line = ''] = secretKeyFile.split('\n')
  for (const at of [0, 2, 4, 6, 37, 54, 62, 94, 126, 157]) {
    const bytes = Buffer.from(line, 'base64')
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
    await expect(openSecretKey(`${comment}\n${bytes.toString('base64')}\n`, PASSPHRASE), `byte ${at}`).rejects.toThrow(
      /^The (key file|passphrase of the release key) /,
    )
  }
})

test('openSecretKey rejects a public key, a key without passphrase and any other text', async () => {
  const { publicKeyFile, secretKeyFile } = await createKeyFiles(PASSPHRASE, INTERACTIVE_MEMORY)
  for (const text of ['', 'hello', publicKeyFile, secretKeyFile.slice(0, -9), secretKeyFile.split('\n')[1] ?? '']) {
    await expect(openSecretKey(text, PASSPHRASE)).rejects.toThrow('The key file is not a secret key of minisign.')
  }
  const [comment = '', line = ''] = secretKeyFile.split('\n')
  const bytes = Buffer.from(line, 'base64')
  bytes.write('\0\0', 2, 'latin1')
  await expect(openSecretKey(`${comment}\n${bytes.toString('base64')}`, '')).rejects.toThrow('has no passphrase')
})

test('openSecretKey rejects a key file that asks for more memory than minisign, before it derives anything', async () => {
  const { secretKeyFile } = await createKeyFiles(PASSPHRASE, INTERACTIVE_MEMORY)
  const [comment = '', line = ''] = secretKeyFile.split('\n')
  for (const [at, value] of [
    [38, 2n ** 26n],
    [46, 2n ** 31n],
    [46, 0n],
    [38, 0n],
  ] as const) {
    const bytes = Buffer.from(line, 'base64')
    bytes.writeBigUInt64LE(value, at)
    await expect(openSecretKey(`${comment}\n${bytes.toString('base64')}`, PASSPHRASE)).rejects.toThrow(
      'limits of scrypt',
    )
  }
})
