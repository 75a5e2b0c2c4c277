import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parseStoreAddress } from './open-store.ts'

const NONE = {
  AWS_ACCESS_KEY_ID: undefined,
  AWS_SECRET_ACCESS_KEY: undefined,
  AWS_REGION: undefined,
  AWS_ENDPOINT_URL: undefined,
}
const KEYS = { ...NONE, AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: ' secret ' }

test('parseStoreAddress parses a path as a folder', () => {
  expect(parseStoreAddress('SHIP_TO', '/mnt/shipped', NONE)).toEqual({ folder: '/mnt/shipped' })
  expect(parseStoreAddress('SHIP_TO', 'shipped', NONE)).toEqual({ folder: resolve('shipped') })
})

test('parseStoreAddress parses s3://bucket/prefix as a bucket, by default in the AWS region us-east-1', () => {
  expect(parseStoreAddress('SHIP_TO', 's3://my-bucket/site/a/', KEYS)).toEqual({
    address: 's3://my-bucket/site/a/',
    bucket: 'my-bucket',
    prefix: 'site/a/',
    endpoint: 'https://s3.us-east-1.amazonaws.com',
    region: 'us-east-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
  })
  const elsewhere = { ...KEYS, AWS_REGION: 'auto', AWS_ENDPOINT_URL: 'https://storage.example.com/' }
  expect(parseStoreAddress('SHIP_TO', 's3://my-bucket', elsewhere)).toMatchObject({
    prefix: '',
    endpoint: 'https://storage.example.com',
    region: 'auto',
  })
})

test('parseStoreAddress rejects an unusable store with a sentence that names the variable or option', () => {
  for (const address of ['s3://', 's3://Big', 's3://b/..?x', 'https://b.s3.amazonaws.com', 'file:///mnt']) {
    expect(() => parseStoreAddress('--from', address, KEYS), address).toThrow(
      '--from must be a folder or s3://bucket/prefix.',
    )
  }
  expect(() => parseStoreAddress('SHIP_TO', 's3://bucket', NONE)).toThrow('AWS_ACCESS_KEY_ID is not set')
  const half = { ...KEYS, AWS_SECRET_ACCESS_KEY: ' ' }
  expect(() => parseStoreAddress('SHIP_TO', 's3://bucket', half)).toThrow('AWS_SECRET_ACCESS_KEY is not set')
  for (const AWS_ENDPOINT_URL of ['storage.example.com', 'ftp://localhost', 'http://storage.example.com'])
    expect(() => parseStoreAddress('SHIP_TO', 's3://bucket', { ...KEYS, AWS_ENDPOINT_URL })).toThrow(
      'AWS_ENDPOINT_URL must be an https address; http is only for this machine (localhost).',
    )
})
