import 'reflect-metadata'
import { PemConverter, SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509'

/** A private key and a certificate, both in PEM. */
export type SelfSignedCertificate = { key: string; cert: string }

/** Creates a self-signed certificate for a host name. A client rejects the certificate unless it is configured to trust it. */
export async function createSelfSignedCertificate(host: string): Promise<SelfSignedCertificate> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${host}`,
    keys,
    signingAlgorithm: algorithm,
    extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: host }])],
  })
  const key = await crypto.subtle.exportKey('pkcs8', keys.privateKey)
  return { key: PemConverter.encode(key, PemConverter.PrivateKeyTag), cert: certificate.toString('pem') }
}
