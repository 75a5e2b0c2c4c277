import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

/*
 * A software authenticator for WebAuthn Level 3 without attestation. It creates a P-256 key for a site and signs challenges with the
 * key. Its results have the format of a browser's `PublicKeyCredential.toJSON()`.
 */

/** The fields that this software authenticator reads from WebAuthn creation options or request options. */
type ChallengeOptions = { challenge: string; rp?: { id?: string }; rpId?: string; user?: { id: string } }

/** A WebAuthn credential in the JSON format that a browser returns (WebAuthn Level 3, 5.1). */
type Credential = { id: string; response: Record<string, unknown>; [member: string]: unknown }

/** A WebAuthn software authenticator with one key pair. */
export type SoftwareAuthenticator = {
  create(options: ChallengeOptions): Credential
  sign(options: ChallengeOptions): Credential
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/** Returns a new software authenticator with one key pair. The authenticator writes `origin` into the WebAuthn client data. */
export function createSoftwareAuthenticator(origin: string): SoftwareAuthenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let counter = 0
  let userHandle = ''
  const common = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' }

  return {
    create({ challenge, rp, user }) {
      userHandle = user?.id ?? ''
      const flags = USER_PRESENT | USER_VERIFIED | HAS_CREDENTIAL
      const length = Buffer.from([0, id.length])
      const made = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)])
      const authData = Buffer.concat([authenticatorData(rp?.id ?? '', flags, counter), made])
      const attestation = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(authData)],
      ])
      const response = {
        clientDataJSON: clientData('webauthn.create', challenge, origin),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      }
      return { ...common, response, clientExtensionResults: {}, authenticatorAttachment: 'platform' }
    },
    sign({ challenge, rpId }) {
      counter += 1
      const authData = authenticatorData(rpId ?? '', USER_PRESENT | USER_VERIFIED, counter)
      const clientDataJSON = clientData('webauthn.get', challenge, origin)
      const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))])
      const response = {
        clientDataJSON,
        authenticatorData: authData.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(privateKey).toString('base64url'),
        userHandle,
      }
      return { ...common, response, clientExtensionResults: {}, authenticatorAttachment: 'platform' }
    },
  }
}

function clientData(type: string, challenge: string, origin: string): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url')
}

function authenticatorData(rpId: string, flags: number, counter: number): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), count])
}

/** Encodes the public key as a COSE key (RFC 9053): key type EC2, algorithm ES256, curve P-256, coordinates x and y. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cborMap([
    [cborInteger(1), cborInteger(2)],
    [cborInteger(3), cborInteger(-7)],
    [cborInteger(-1), cborInteger(1)],
    [cborInteger(-2), cborBytes(Buffer.from(x, 'base64url'))],
    [cborInteger(-3), cborBytes(Buffer.from(y, 'base64url'))],
  ])
}

function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  return value < 256
    ? Buffer.from([(major << 5) | 24, value])
    : Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}

function cborInteger(value: number): Buffer {
  return value >= 0 ? cborHead(0, value) : cborHead(1, -1 - value)
}

function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([cborHead(2, bytes.length), bytes])
}

function cborText(text: string): Buffer {
  return Buffer.concat([cborHead(3, text.length), Buffer.from(text)])
}

function cborMap(entries: [Buffer, Buffer][]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flat()])
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
