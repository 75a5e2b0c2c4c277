import { randomInt } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { TestBackend } from '../support/start-backend.ts'

/** Returns a random phone number, formatted with spaces. */
export function createRandomPhoneNumber(): string {
  return `+49 151 ${randomInt(10_000_000, 99_999_999)}`
}

/** Returns a phone number in the format in which the auth service stores it. */
export function toStoredPhoneNumber(phone: string): string {
  return phone.replace(/[+ ]/g, '')
}

/** Waits until `count` text messages to a number are stored and returns the code in the newest message. */
export async function waitForSmsCode(backend: TestBackend, phone: string, count = 1): Promise<string> {
  const folder = join(backend.dataDir, 'sms')
  for (let tries = 0; tries < 100; tries++) {
    const names = (await readdir(folder).catch(() => []))
      .filter((name) => name.endsWith('.txt') && !name.startsWith('.'))
      .sort()
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    const mine = texts.filter((text) => text.startsWith(`To: ${toStoredPhoneNumber(phone)}\n`))
    const code = /\b(\d{6})$/m.exec(mine.at(-1)?.split('\n\n')[1] ?? '')?.[1]
    if (mine.length >= count && code !== undefined) return code
    await pause(50)
  }
  throw new Error('No message came.')
}
